import Flowline
import FlowlineHost

/// The page of a question: one thing, or a form.
struct QuestionPage {
  /// What a page says besides its question.
  enum Notice: String, Sendable {
    /// The page that an answer came from is out of date.
    case outdated
    /// What was written since cannot be gone back behind.
    case committed
    /// An earlier answer was changed.
    case revised
    /// Nothing could be done about it.
    case unchanged
  }

  let question: HostedQuestion
  let state: HostedState
  let setting: PageSetting
  /// What is filled in.
  var shown: ShownAnswers
  /// Why what was sent was not taken.
  var refusal: Refusal?
  /// The answers that are asked back about, see ``PostedAnswers/fingerprint(of:to:)``.
  var warned: String?
  var notice: Notice?
  /// Whether the question was answered before, and is shown to be changed.
  var isEarlier = false
  /// Whether it is one of several questions at once.
  var isPart = false
  /// The form's page as it is with what was typed so far; nil for as it was asked.
  var changedForm: FormPrompt?

  private var prompt: Prompt { question.prompt }
  private var words: WebWords { setting.words }

  var page: WebPage {
    WebPage(
      title: prompt.form.flatMap { prompt.hold == nil ? $0.title.text : nil }
        ?? prompt.question.text,
      isError: isWrong, before: before, main: HTML { main })
  }

  /// Whether something is wrong with an answer: a warning is not.
  private var isWrong: Bool { refusal.map { !$0.isWarning } ?? false }

  // MARK: - Around

  @HTMLBuilder private var before: HTML {
    if isEarlier {
      Tag.a(.class("back"), .href(setting.paths.session(state.key.session))) {
        words("back.to-current")
      }
    } else if prompt.backRefusal == nil, prompt.hold == nil {
      Tag.form(.class("back"), .post, .action(action)) {
        Tag.button(.class("plain"), .name(FieldName.action), .value(PageAction.back.rawValue)) {
          words("back")
        }
      }
    }
  }

  var action: WebLink {
    setting.paths.step(state.key.session, question.token)
  }

  @HTMLBuilder var main: HTML {
    if let notice, !isPart {
      Tag.div(.class("notice"), .role("status")) { Tag.p { words("notice.\(notice.rawValue)") } }
    }
    if isWrong { summary }
    if isEarlier { Tag.p(.class("caption")) { words("earlier") } } else { caption }
    Tag.form(
      .post, .action(action), .novalidate, hasFiles ? .multipart : nil,
      .data("guarded"), prompt.form == nil ? nil : .data("form")
    ) {
      Tag.input(.type("hidden"), .name(FieldName.token), .value("\(question.token)"))
      if let form { fields(of: form) } else { single }
      if let refusal, refusal.isWarning { warning(refusal) }
      buttons
    }
    if !isPart { links }
  }

  /// Where one is: the flow, the part, the step.
  private var caption: HTML {
    // The last part of the trail is the question, or a field of the form.
    let trail = prompt.trail.dropLast().map(\.text)
    let progress = prompt.progress.map { progress in
      switch progress.total {
      case let total? where total.lowerBound == total.upperBound:
        words(
          "progress.of", .string("\(progress.number)"), .string("\(total.lowerBound)"))
      default: words("progress", .string("\(progress.number)"))
      }
    }
    return Tag.p(.class("caption")) {
      ((trail.isEmpty ? [state.title.text] : trail) + [progress].compactMap { $0 })
        .joined(separator: " · ").capitalizedFirst
    }
  }

  private var form: FormPrompt? { prompt.hold == nil ? changedForm ?? prompt.form : nil }

  private var hasFiles: Bool {
    form.map { $0.fields.contains { $0.kind.isFile } } ?? prompt.kind.isFile
  }

  private var links: HTML {
    Tag.p(.class("ways")) {
      if state.answers > 0 {
        Tag.a(.href(setting.paths.answers(state.key.session))) { words("answers.link") }
      }
      if prompt.hold == nil {
        Tag.a(.href(setting.paths.leave(state.key.session))) { words("leave.link") }
      }
      Tag.a(.href(setting.paths.home)) { words("later.link") }
    }
  }

  private var buttons: HTML {
    let isReview = if case .review = prompt.kind { true } else { false }
    return Tag.div(.class("buttons")) {
      if let refusal, refusal.isWarning {
        Tag.button(
          .class("primary"), .name(FieldName.action), .value(PageAction.acknowledge.rawValue)
        ) { words("acknowledge") }
        Tag.button(
          .class("secondary"), .name(FieldName.action), .value(PageAction.answer.rawValue)
        ) { words("check-again") }
      } else if !isMenu {
        Tag.button(
          .class("primary"), .name(FieldName.action), .value(PageAction.answer.rawValue)
        ) { words(isEarlier ? "save" : isReview ? "continue.page" : "continue") }
      }
      if form != nil, !isEarlier {
        Tag.button(
          .class("quiet"), .name(FieldName.action), .value(PageAction.refresh.rawValue),
          .data("refresh")
        ) { words("refresh") }
      }
    }
  }
}

/// The fields of the page, and what is wrong with them.
extension QuestionPage {
  private var single: HTML {
    HTML {
      if !prompt.page.isEmpty || isPlainPage {
        if !isQuestionHeading { Tag.h1 { prompt.question.text } }
        SectionsView(sections: prompt.page, words: setting.words).content
      }
      if let hold = prompt.hold { held(hold) }
      if isMenu { menu } else if !isPlainPage { field.content }
    }
  }

  /// Whether the answer only says where to go: each choice is a button then.
  fileprivate var isMenu: Bool {
    if case .choice = prompt.kind { prompt.isMenu && prompt.hold == nil } else { false }
  }

  private var menu: HTML {
    HTML {
      if prompt.page.isEmpty { Tag.h1 { prompt.question.text } }
      if let error = isRefused(nil) { Tag.p(.class("error")) { error } }
      Tag.ul(.class("menu"), .id(field.id)) {
        for choice in prompt.kind.choices {
          Tag.li {
            Tag.button(.class("secondary"), .name(FieldName.answer), .value(choice.key)) {
              Tag.bdi { choice.label.text }
              if let detail = choice.detail { Tag.span(.class("detail")) { " " + detail.text } }
            }
          }
        }
      }
    }
  }

  /// Whether there is nothing to answer but that it was read.
  fileprivate var isPlainPage: Bool { if case .review = prompt.kind { true } else { false } }

  private var isQuestionHeading: Bool { !isPlainPage && prompt.page.isEmpty && !isPart }

  private var field: FieldView {
    var hint: String? = prompt.hold == nil ? Self.hint(prompt.kind, prompt.accepts.text) : nil
    if let example = prompt.example, hint != nil, prompt.kind.isTyped {
      hint = setting.words("hint.example", .string(hint ?? ""), .string(example))
    }
    return FieldView(
      name: FieldName.answer, kind: prompt.kind, question: prompt.question.text, hint: hint,
      reason: prompt.reason?.text, help: prompt.help?.text, isSensitive: prompt.isSensitive,
      isOptional: prompt.isOptional,
      isHeading: isQuestionHeading, isMenu: isMenu, isTold: !prompt.page.isEmpty,
      error: isRefused(nil),
      shown: shown, words: setting.words)
  }

  private func fields(of form: FormPrompt) -> HTML {
    HTML {
      Tag.h1 { form.title.text.capitalizedFirst }
      for field in form.fields { view(of: field).content }
    }
  }

  private func view(of field: FormPrompt.Field) -> FieldView {
    var hint: String? = Self.hint(field.kind, field.accepts.text)
    if let example = field.example, hint != nil, field.kind.isTyped {
      hint = setting.words("hint.example", .string(hint ?? ""), .string(example))
    }
    return FieldView(
      name: FieldName.field(field.id.rawValue), kind: field.kind, question: field.question.text,
      hint: hint, help: field.help?.text, isSensitive: field.isSensitive,
      isOptional: field.isOptional, error: isRefused(field.id), shown: shown,
      words: setting.words)
  }

  /// What is wrong with a field, or with the only question.
  private func isRefused(_ field: StepID?) -> String? {
    guard let field else { return refusal.flatMap { $0.isWarning ? nil : message($0) } }
    return refusal?.fields[field].map { message($0) }
  }

  private func message(_ refusal: Refusal) -> String {
    refusal.message.resolved(in: setting.words.environment).text
  }

  /// What is wrong, above everything, with a way to each field.
  private var summary: HTML {
    Tag.div(.class("problem"), .tabindex(-1), .data("focus"), .labelledBy("problem-title")) {
      Tag.div(.role("alert")) {
        Tag.h2(.id("problem-title")) { setting.words("problem") }
        Tag.ul {
          for (target, message) in problems {
            Tag.li { Tag.a(.href(WebLink(fragment: target))) { message } }
          }
        }
      }
    }
  }

  private var problems: [(target: String, message: String)] {
    guard let refusal else { return [] }
    guard let form else { return [(field.target, message(refusal))] }
    let wrong = form.fields.compactMap { field in
      refusal.fields[field.id].map { (view(of: field).target, message($0)) }
    }
    return wrong.isEmpty
      ? [(form.fields.first.map { view(of: $0).target } ?? "main", message(refusal))] : wrong
  }

  private func warning(_ refusal: Refusal) -> HTML {
    Tag.div(.class("warning"), .role("alert")) {
      Tag.p { message(refusal) }
      for field in form?.fields ?? [] {
        if let asked = refusal.fields[field.id] { Tag.p { message(asked) } }
      }
      if let warned {
        Tag.input(.type("hidden"), .name(FieldName.warned), .value(warned))
      }
    }
  }

  /// What went wrong around the flow, and what is known of it.
  private func held(_ hold: PromptHold) -> HTML {
    Tag.div(.class("warning")) {
      Tag.p {
        setting.words(
          hold.isStore
            ? "hold.store"
            : !hold.isCommit ? "hold.load" : hold.mayHaveBeenDone ? "hold.unknown" : "hold.not-sent"
        )
      }
      if let text = hold.text { Tag.p { text } }
    }
  }

  /// What is accepted, where it is not plain to see.
  private static func hint(_ kind: PromptKind, _ accepts: String) -> String? {
    switch kind {
    case .choice, .confirm, .review: nil
    default: accepts
    }
  }
}

extension PromptKind {
  /// Whether it is typed.
  fileprivate var isTyped: Bool {
    switch self {
    case .choice, .choices, .confirm, .review, .file, .secret: false
    default: true
    }
  }
}
