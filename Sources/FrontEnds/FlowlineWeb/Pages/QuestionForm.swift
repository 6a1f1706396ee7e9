import Flowline
import FlowlineHost
import FoundationEssentials

/// The form that a question is answered in.
struct QuestionForm {
  let question: AskedQuestion
  let session: UUID
  /// What stands above the heading.
  let caption: String
  /// Makes the names of elements differ from those of other questions of the page; empty for one alone.
  let suffix: String
  /// Whether it was answered before, and is shown to be changed.
  var isEarlier = false
  /// The questions whose answers rows of the page show, if those can be changed.
  var changes: [PageRow: StepToken] = [:]
  /// What it sends along of what was typed on pages before.
  var along: [PostedBody.Field] = []
  /// Whether it says that it was filled in with what the server had kept.
  var isResumed = false
  /// The form of the page, which several questions share.
  let pageForm: PageForm
  let context: PageContext

  private var prompt: Prompt { question.prompt }
  private var words: WebWords { context.words }
  private var isAlone: Bool { suffix.isEmpty }
  private var link: WebLink { context.paths.step(session, question.token) }

  /// The name of the form of a page with one question.
  static let id = "question"

  var html: HTML { isAlone ? form : card }

  private var form: HTML {
    Tag.form(
      .id(Self.id), .post, .action(link), .novalidate,
      question.hasFile ? .multipart : nil, .class("question-form"),
      .data("step", prompt.accessibilityID), .data("question", link.text),
      question.form.map { _ in .data("refresh") },
      .data("carries", context.paths.session(session).text), .data("again"),
      .flag("data-keeps", pageForm.isKept),
      .flag("data-earlier", isEarlier), .flag("data-typed", question.isPosted || !along.isEmpty)
    ) {
      for field in along { Parts.hidden(field.name, field.value) }
      if isResumed { Parts.hidden(FieldName.resumed, "yes") }
      content
      buttons
    }
  }

  /// The part of one question in the form of several: its fields have names that no other has.
  private var card: HTML {
    Tag.div(
      .id("question-\(question.element)"), .class("question-form card"),
      .data("step", prompt.accessibilityID), .data("question", link.text),
      question.form.map { _ in .data("refresh") }
    ) {
      content.naming { FieldName.inPage(question.element, $0) }
      buttons
    }
  }

  @HTMLBuilder private var content: HTML {
    Parts.hidden(FieldName.token, "\(question.token)")
    Parts.hidden(FieldName.step, prompt.pageID)
    if let basis = question.basis { Parts.hidden(FieldName.basis, basis) }
    if question.dependsOnLocale {
      Parts.hidden(FieldName.locale, words.environment.locale.identifier)
    }
    if question.form == nil, prompt.isSensitive {
      Parts.hidden(FieldName.sensitive, FieldName.answer)
    }
    if let warned = question.refusal?.warned { Parts.hidden(FieldName.warned, warned) }
    // From a menu that was answered one only goes elsewhere.
    if isEarlier, !prompt.isMenu { Tag.p(.class("notice")) { words("earlier.lead") } }
    if question.isAskedAgain { Tag.p(.class("notice")) { words("again.lead") } }
    if let form = question.form {
      fields(of: form)
    } else {
      single
      reason(prompt.reason)
    }
  }

  private func heading(_ text: String) -> HTML {
    HTML {
      if isAlone {
        Parts.caption(caption)
        Tag.h1(.class("heading")) { text }
      } else {
        Tag.h2(.class("heading")) { text }
      }
    }
  }

  private func fields(of form: FormPrompt) -> HTML {
    HTML {
      heading(form.title.text.asBeginning)
      Tag.div(.class("fields"), .data("fields")) {
        for field in form.fields { part(of: field) }
      }
    }
  }

  /// A field with what is shown above it and why it is asked.
  ///
  /// The script keeps it with what was typed in it as long as it is asked the same way, as its version says.
  private func part(of field: FormPrompt.Field) -> HTML {
    let asked = QuestionField(field, of: question, suffix: suffix)
    let version = FileDigest(of: content(field, asked.blank).bytes).description.suffix(16)
    return Tag.div(
      .class("part"), .data("part", field.id.rawValue), .data("version", String(version))
    ) { content(field, asked) }
  }

  private func content(_ field: FormPrompt.Field, _ asked: QuestionField) -> HTML {
    HTML {
      // What it shows stands above it, as at any question.
      if !field.page.isEmpty { sections(field.page, of: asked.element) }
      FieldView(field: asked, words: words, isOfForm: true).html
      reason(field.reason)
    }
  }

  /// Why something is asked, for those who open it.
  private func reason(_ reason: LocalizedText?) -> HTML? {
    reason.map { reason in
      Parts.details(words("reason.title")) { Tag.p { Parts.lines(reason.text) } }
    }
  }

  @HTMLBuilder private var single: HTML {
    let field = QuestionField(question, suffix: suffix)
    if prompt.isMenu, prompt.hold == nil, case .choice(let choices) = prompt.kind, !choices.isEmpty
    {
      heading(field.question)
      jump(to: field)
      sections(prompt.page)
      menu(of: choices, field)
    } else if let decisions {
      heading(field.question)
      jump(to: field)
      sections(prompt.page)
      decide(among: decisions, field)
    } else if prompt.kind == .review || !prompt.page.isEmpty || prompt.hold != nil || !isAlone {
      // The question is the heading, and the field is below what is to be read.
      heading(field.question)
      held
      jump(to: field)
      sections(prompt.page)
      if prompt.kind != .review { FieldView(field: under(field), words: words).html } else { help }
    } else {
      Parts.caption(caption)
      FieldView(field: alone(field), words: words).html
    }
  }

  private func under(_ field: QuestionField) -> QuestionField {
    var field = field
    field.isUnderHeading = true
    return field
  }

  private func alone(_ field: QuestionField) -> QuestionField {
    var field = field
    field.isHeading = true
    return field
  }

  /// A way past what is shown above the question, for narrow windows; nil if that is one section at the most.
  private func jump(to field: QuestionField) -> HTML? {
    guard prompt.page.count > 1, prompt.kind != .review else { return nil }
    return Tag.p(.class("jump")) {
      Tag.a(.href(WebLink(fragment: field.target))) {
        words(prompt.kind.choices.isEmpty && !hasButtons ? "jump.answer" : "jump.choices")
        // The heading above says it to those who see the page.
        Parts.unseen(": " + field.question)
      }
    }
  }

  private var help: HTML? {
    prompt.help.map { help in Tag.p(.class("hint")) { Parts.lines(help.text) } }
  }

  /// What is shown above a question, or a field of a form.
  private func sections(_ page: [PageSection], of element: String? = nil) -> HTML {
    SectionList(
      sections: page, words: words, link: { context.paths.file($0, session) },
      change: { row in changes[row].map { context.paths.step(session, $0) } },
      // What a review by itself is answered with is not kept.
      form: isAlone && along.isEmpty ? nil : pageForm,
      name: { prompt.accessibilityID(of: $0) },
      element: "section-of-\(element ?? "answer" + suffix)"
    ).html
  }

  /// What is known of something that went wrong: nothing that is meant for those who look after the
  /// program.
  private var held: HTML? {
    prompt.hold.map { hold in
      HTML {
        if hold.wasDone {
          Parts.notice(words("hold.done"))
        } else if hold.mayHaveBeenDone {
          Parts.notice(words("hold.unknown"))
        }
        if let text = hold.text { Tag.p(.class("lead")) { Parts.lines(text) } }
      }
    }
  }

  /// A menu only says where to go: each choice is a button.
  private func menu(of choices: [Choice], _ field: QuestionField) -> HTML {
    HTML {
      help
      Tag.div(.class("menu")) {
        for (index, choice) in choices.enumerated() {
          Tag.button(
            index == 0 ? .id(field.element) : nil, .type("submit"),
            isAlone ? nil : .formaction(link), .name(FieldName.answer), .value(choice.key)
          ) {
            Tag.span(.class("menu-label")) { choice.label.text }
            if let detail = choice.detail { Tag.span(.class("detail")) { detail.text } }
          }
        }
      }
    }
  }

  /// The options of a review on which people decide what becomes of what they said, each a button that says
  /// what it does; nil if one is chosen first and sent then: to be changed, or after a warning.
  ///
  /// A yes and a no are such buttons, too; if the flow says what they do, whatever the review shows.
  private var decisions: [Choice]? {
    guard prompt.isReview, !prompt.isOptional, !prompt.isSensitive, !isEarlier, !isWarned else {
      return nil
    }
    switch prompt.kind {
    case .choice(let choices) where !changes.isEmpty && 2...4 ~= choices.count: return choices
    case .confirm where !changes.isEmpty || prompt.decision != nil:
      return words.yesAndNo(prompt.decision)
    default: return nil
    }
  }

  /// Whether a button of a decision stands out: the option that is offered, and a yes unless a no is.
  private func standsOut(_ choice: Choice, offered: ShownAnswers) -> Bool {
    guard prompt.kind == .confirm else { return offered.has(choice.key, in: FieldName.answer) }
    return choice.key == (prompt.defaultAnswer == .bool(false) ? "no" : "yes")
  }

  /// The buttons of a decision.
  private func decide(among choices: [Choice], _ field: QuestionField) -> HTML {
    let offered = ShownAnswers(of: prompt, in: words.environment)
    return HTML {
      FieldView(field: field, words: words).remarks()
      Tag.div(.class("buttons")) {
        for (index, choice) in choices.enumerated() {
          let isOffered = standsOut(choice, offered: offered)
          Tag.button(
            index == 0 ? .id(field.element) : nil,
            .class(isOffered ? "button" : "button secondary"), .type("submit"),
            isAlone ? nil : .formaction(link), .name(field.name), .value(choice.key)
          ) {
            choice.label.text
            if let detail = choice.detail {
              Tag.span(isOffered ? nil : .class("detail")) { " " + detail.text }
            }
          }
        }
      }
    }
  }

  /// Whether each answer is a button, so that no other sends one.
  private var hasButtons: Bool { isMenu || decisions != nil }

  private var isMenu: Bool {
    prompt.isMenu && prompt.hold == nil && !prompt.kind.choices.isEmpty
  }

  private var buttons: HTML? {
    guard !hasButtons else { return nil }
    let to = isAlone ? nil : link
    return Tag.div(.class("buttons")) {
      Parts.button(
        words(isEarlier ? "button.save" : "button.continue"), isWarned ? .acknowledge : .answer,
        to: to, unseen: isAlone ? nil : prompt.question.text)
      if question.form?.mayChange == true {
        Parts.button(
          words("button.refresh"), .refresh, class: "button secondary without-script", to: to)
      }
    }
  }

  private var isWarned: Bool { question.refusal?.isWarning == true }

  /// What Enter in a field presses if nothing else is asked.
  var usualButton: HTML {
    guard !hasButtons else { return HTML() }
    return Parts.usualButton(
      words("button.continue"), isWarned ? .acknowledge : nil, of: Self.id)
  }

  /// The way back to the question before, with what was typed here.
  ///
  /// It is above the form, and must not be what Enter in a field presses.
  var back: HTML {
    Parts.button(
      words("button.back"), .back, class: "back", of: pageForm.id, to: isAlone ? nil : link)
  }
}

extension FormPrompt {
  /// Whether other fields may appear with what is chosen.
  var mayChange: Bool {
    fields.contains { field in
      switch field.kind {
      case .choice, .choices, .confirm: true
      default: false
      }
    }
  }
}
