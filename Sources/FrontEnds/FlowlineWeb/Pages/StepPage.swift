import Flowline
import FlowlineHost
import FoundationEssentials

/// A page that asks: one question, all of a form, what to do about something that is held, or several
/// questions of children at once.
struct StepPage {
  /// The session.
  let session: UUID
  /// What people call its flow.
  let flow: String
  /// What is asked; more than one if children at once ask.
  var questions: [AskedQuestion]
  /// What is waited for besides.
  var waits: [WorkPage.Work] = []
  /// Whether something newer to show may be read meanwhile.
  var isBesideLoad = false
  /// How the session stands with all that.
  var shown = ShownState("")
  /// What happened before.
  var notice: Notice?
  /// Whether the only question was answered before, and is shown to be changed.
  var isEarlier = false
  /// Whether there are answers to look at.
  var hasAnswers = false
  /// Where the answers are changed that rows of reviews show, by the reviews.
  var changes: [StepToken: [PageRow: StepToken]] = [:]
  /// What was typed on pages before and not taken, to be copied.
  var unsent = UnsentAnswers()
  /// What was typed on pages that are not shown, which its form sends along.
  var carried: [PostedBody.Field] = []
  /// Whether it was filled in with what the server had kept, which is forgotten once an answer is taken.
  var isResumed = false
  /// Whether it answers a post that was not taken; a page that is asked for is found, whatever it says.
  var isRefusal = false

  func page(in context: PageContext) -> WebPage {
    let refusals = questions.compactMap(\.refusal)
    return WebPage(
      title: title(in: context), status: isRefusal ? 422 : 200,
      isError: refusals.contains { !$0.isWarning }, above: above(in: context),
      main: main(in: context), form: pageForm(in: context).id, pageForm: pageForm(in: context),
      usualButton: usualButton(in: context), address: address(in: context))
  }

  /// The name of the form that several questions share.
  static let id = "questions"

  /// What Enter in a field presses: of several questions nothing says which is meant, and all come back as they are
  /// filled in, with what to press.
  private func usualButton(in context: PageContext) -> HTML {
    guard isAlone else {
      return Parts.usualButton(
        context.words("button.refresh"), .show, of: Self.id,
        to: context.paths.session(session, saying: .chooseButton))
    }
    return form(of: questions[0], in: context).usualButton
  }

  /// The form that what is typed is in.
  private func pageForm(in context: PageContext) -> PageForm {
    guard isAlone else { return context.pageForm(Self.id, to: context.paths.session(session)) }
    return context.pageForm(
      QuestionForm.id, to: context.paths.step(session, questions[0].token))
  }

  private var canGoBack: Bool {
    !isEarlier && questions.first?.prompt.backRefusal == nil && questions.first?.prompt.hold == nil
  }

  /// Whether it only tells what was done, so that there is nothing to leave.
  private var isReceipt: Bool { questions.allSatisfy(\.prompt.isReceipt) }

  /// Where the questions are asked, whatever was sent to show them.
  private func address(in context: PageContext) -> WebLink {
    guard isAlone, isEarlier || waits.isEmpty else { return context.paths.session(session) }
    return context.paths.step(session, questions[0].token)
  }

  /// Whether there is one question.
  private var isAlone: Bool { questions.count == 1 }

  private func title(in context: PageContext) -> String {
    guard isAlone else { return context.words("several.heading", .string(flow.asBeginning)) }
    let question = questions[0].form?.title.text ?? questions[0].prompt.question.text
    let (heading, name) = (question.asBeginning, flow.asBeginning)
    return heading == name
      ? name : context.words("page.title", .string(heading), .string(name))
  }

  // MARK: - Ways

  @HTMLBuilder private func above(in context: PageContext) -> HTML {
    if isEarlier {
      Parts.way(
        to: context.paths.session(session), class: "back", with: pageForm(in: context)
      ) { context.words("answers.return") }
    } else if let question = questions.first {
      let step = context.paths.step(session, question.token)
      if canGoBack { form(of: question, in: context).back }
      // With what was typed on other pages, which is not of that place.
      if let place = question.prompt.place, question.prompt.hold == nil {
        Parts.button(
          context.words("button.close"), .close, class: "close", of: pageForm(in: context).id,
          to: isAlone ? nil : step, unseen: place.title.text)
      }
    }
  }

  /// Ways out of the page: the answers so far, later, and not at all.
  private func ways(in context: PageContext) -> HTML {
    Tag.nav(.class("ways"), .ariaLabel(context.words("ways.name"))) {
      if hasAnswers {
        Parts.way(to: context.paths.answers(session), with: pageForm(in: context)) {
          context.words("ways.answers")
        }
      }
      if !isReceipt {
        Parts.way(to: context.paths.leave(session), with: pageForm(in: context)) {
          context.words("ways.leave")
        }
      }
    }
  }

  // MARK: - Questions

  private func main(in context: PageContext) -> HTML {
    let words = context.words
    return HTML {
      if let notice { Parts.notice(notice.text(in: words), isFocused: notice.isFocused) }
      for question in questions {
        if let refusal = question.refusal {
          ErrorSummary(
            refusal: refusal, question: question, suffix: suffix(of: question), words: words
          ).html
        }
        AddedFields(question: question, suffix: suffix(of: question), words: words).html
      }
      unsent.html(words)
      if isAlone {
        for question in questions { form(of: question, in: context).html }
      } else {
        several(in: context)
      }
      if !waits.isEmpty {
        WorkPage.list(waits, session, shown, context)
      } else if isBesideLoad, !isEarlier {
        // Nothing is said of it: by the script the page shows what is newer once it is there.
        Tag.div(.hidden, WorkPage.events(session, shown, context))
      }
      if !isEarlier, questions.first?.prompt.hold == nil, hasAnswers || !isReceipt {
        ways(in: context)
      }
    }
  }

  /// What the form sends along.
  private var along: [PostedBody.Field] { unsent.fields + carried }

  private func form(of question: AskedQuestion, in context: PageContext) -> QuestionForm {
    QuestionForm(
      question: question, session: session, caption: caption(of: question, context.words),
      suffix: suffix(of: question), isEarlier: isEarlier, changes: changes[question.token] ?? [:],
      along: along, isResumed: isResumed, pageForm: pageForm(in: context), context: context)
  }

  /// Several questions in one form: whichever is answered, what was typed in the others is sent with it, and
  /// stays in their fields.
  private func several(in context: PageContext) -> HTML {
    let page = context.paths.session(session)
    return HTML {
      Tag.h1(.class("heading")) { context.words("several.heading", .string(flow.asBeginning)) }
      Tag.p(.class("lead")) { context.words("several.lead") }
      Tag.form(
        .id(Self.id), .post, .action(page), .novalidate,
        questions.contains(where: \.hasFile) ? .multipart : nil, .data("several"),
        .data("carries", page.text), .data("again"),
        .flag("data-keeps", pageForm(in: context).isKept),
        .flag("data-typed", questions.contains(where: \.isPosted) || !along.isEmpty)
      ) {
        for field in along { Parts.hidden(field.name, field.value) }
        if isResumed { Parts.hidden(FieldName.resumed, "yes") }
        for question in questions { form(of: question, in: context).html }
      }
    }
  }

  private func suffix(of question: AskedQuestion) -> String {
    isAlone ? "" : "-\(question.element)"
  }

  /// The flow, or the place of its own that the question is in.
  ///
  /// The number of the question is beside it if it is known how many there are; a form has those of all its
  /// fields, which are counted each. Of a flow that may ask fewer or more, or begins again, a number would not
  /// say how far one has come, and a menu leads anywhere.
  private func caption(of question: AskedQuestion, _ words: WebWords) -> String {
    let prompt = question.prompt
    let name = prompt.place?.title.text.asBeginning ?? flow.asBeginning
    guard let progress = prompt.progress, let total = progress.total,
      total.lowerBound == total.upperBound, prompt.hold == nil, !prompt.isMenu, !isEarlier
    else { return name }
    // Of a form that is shown with what was sent, nothing is answered yet: the prompt says what is.
    let answered = prompt.formPage?.fields.count(where: \.isAnswered) ?? 0
    let first = progress.number - answered
    let last = first + max(1, question.form?.fields.count ?? 0) - 1
    // A form that shows more fields than the flow has counted makes its numbers wrong.
    guard last <= total.upperBound else { return name }
    let (from, to, of) = (String(first), String(last), String(total.upperBound))
    let step =
      first == last
      ? words("progress.of", .string(from), .string(of))
      : words("progress.range", .string(from), .string(to), .string(of))
    return words("caption", .string(name), .string(step))
  }
}

extension Prompt {
  /// Whether it only tells what was done: there is nothing to answer, and no way back.
  fileprivate var isReceipt: Bool { kind == .review && backRefusal == .committed }
}
