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
  /// How the session stands with all that.
  var shown = ShownState("")
  /// What happened before.
  var notice: Notice?
  /// Whether the only question was answered before, and is shown to be changed.
  var isEarlier = false
  /// How many answers there are to look at.
  var answers = 0
  /// Where the answers are changed that rows of reviews show, by the reviews.
  var changes: [StepToken: [PageRow: StepToken]] = [:]
  /// What was typed on pages before and not taken, to be copied.
  var unsent = UnsentAnswers()
  /// Whether it answers a post that was not taken; a page that is asked for is found, whatever it says.
  var isRefusal = false

  func page(in context: PageContext) -> WebPage {
    let refusals = questions.compactMap(\.refusal)
    return WebPage(
      title: title(in: context), status: isRefusal ? 422 : 200,
      isError: refusals.contains { !$0.isWarning }, above: above(in: context),
      main: main(in: context),
      form: questions.first.map { QuestionForm.id(of: $0, isAlone: isAlone) })
  }

  /// Whether there is one question.
  private var isAlone: Bool { questions.count == 1 }

  private func title(in context: PageContext) -> String {
    guard isAlone else { return context.words("several.heading", .string(flow.asBeginning)) }
    let heading = questions[0].form?.title.text ?? questions[0].prompt.question.text
    return heading == flow
      ? flow.asBeginning : context.words("page.title", .string(heading), .string(flow.asBeginning))
  }

  // MARK: - Ways

  @HTMLBuilder private func above(in context: PageContext) -> HTML {
    if isEarlier {
      Tag.a(.class("back"), .href(context.paths.session(session))) {
        context.words("answers.return")
      }
    } else if let question = questions.first {
      let step = context.paths.step(session, question.token)
      if question.prompt.backRefusal == nil, question.prompt.hold == nil {
        Parts.form(context.words("button.back"), .back, to: step, class: "back")
      }
      if let place = question.prompt.place, question.prompt.hold == nil {
        Parts.form(
          context.words("button.close"), .close, to: step, class: "close", unseen: place.title.text)
      }
    }
  }

  /// Ways out of the page: the answers so far, later, and not at all.
  private func ways(in context: PageContext) -> HTML {
    Tag.nav(.class("ways"), .ariaLabel(context.words("ways.name"))) {
      if answers > 0 {
        Tag.a(.href(context.paths.answers(session))) {
          context.words("ways.answers", .integer(answers))
        }
      }
      Tag.a(.href(context.paths.leave(session))) { context.words("ways.leave") }
    }
  }

  // MARK: - Questions

  private func main(in context: PageContext) -> HTML {
    let (words, sent) = (context.words, unsent.fields)
    return HTML {
      if let notice { Parts.notice(notice.text(in: words)) }
      for question in questions {
        if let refusal = question.refusal {
          ErrorSummary(
            refusal: refusal, question: question, suffix: suffix(of: question), words: words
          ).html
        }
      }
      unsent.html(words)
      if !isAlone {
        Tag.h1(.class("heading")) { words("several.heading", .string(flow.asBeginning)) }
        Tag.p(.class("lead")) { words("several.lead") }
      }
      for question in questions {
        QuestionForm(
          question: question, session: session, caption: caption(of: question, words),
          suffix: suffix(of: question), isEarlier: isEarlier,
          changes: changes[question.token] ?? [:], unsent: sent, context: context
        ).html
      }
      if !waits.isEmpty { WorkPage.list(waits, session, shown, context) }
      if !isEarlier, questions.first?.prompt.hold == nil { ways(in: context) }
    }
  }

  private func suffix(of question: AskedQuestion) -> String {
    isAlone ? "" : "-\(question.element)"
  }

  /// The flow, or the place of its own that the question is in, and the number of the question.
  private func caption(of question: AskedQuestion, _ words: WebWords) -> String {
    let name = question.prompt.place?.title.text.asBeginning ?? flow.asBeginning
    guard let progress = question.prompt.progress, question.prompt.hold == nil, !isEarlier
    else { return name }
    let step: String
    switch progress.total {
    case let total? where total.lowerBound == total.upperBound:
      step = words(
        "progress.of", .string(String(progress.number)), .string(String(total.upperBound)))
    case let total?:
      step = words(
        "progress.between", .string(String(progress.number)), .string(String(total.lowerBound)),
        .string(String(total.upperBound)))
    case nil: step = words("progress.number", .string(String(progress.number)))
    }
    return words("caption", .string(name), .string(step))
  }
}
