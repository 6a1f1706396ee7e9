import Flowline
import FlowlineHost
import FoundationEssentials

@testable import FlowlineWeb

/// A flow at a page: what is asked, and what comes of what is posted.
struct Stage {
  let controller = FlowController()
  let words: WebWords
  let session = UUID(uuidString: "5e5510f1-0000-4000-8000-000000000001") ?? UUID()

  /// Starts a flow in a fixed world.
  init(_ flow: any Flow, _ locale: String = "en_GB") {
    let environment = FlowEnvironment(
      locale: Locale(identifier: locale), timeZone: .gmt,
      now: Date(timeIntervalSince1970: 1_795_176_000))
    words = WebWords(environment)
    Self.start(flow, controller, SessionOptions(environment: environment, session: session))
    controller.waitUntilSettled()
  }

  /// Asks a question of a kind as the second of its flow.
  init(at kind: Kinds.Kind, _ locale: String = "en_GB") {
    self.init(kind.flow(), locale)
    controller.answer("Ada")
  }

  private static func start(
    _ flow: some Flow, _ controller: FlowController, _ options: SessionOptions
  ) {
    controller.start(flow, options)
  }

  /// What is asked, each by a token of its own.
  private var questions: [HostedQuestion] {
    controller.placedPrompts.map {
      HostedQuestion(prompt: $0.prompt, token: StepToken($0.prompt, after: $0.before))
    }
  }

  var asked: AskedQuestion? { questions.first.map { AskedQuestion($0, words: words) } }

  /// Posts fields as a browser does, and does with them what the routes do.
  ///
  /// - Returns: the question as it comes back; nil if it was taken.
  @discardableResult
  func post(_ body: PostedBody) throws -> AskedQuestion? {
    guard let question = questions.first else { return nil }
    let prompt = question.prompt
    var kept: [String: KeptFile] = [:]
    for file in body.files { kept[file.name] = try controller.waitToKeep(file.contents) }
    var reading = FormReading(body, to: question, kept: kept, in: words.environment)
    while let answers = reading.asked { reading.take(controller.form(with: answers)) }
    let posted = reading.answers
    let answers = posted.answers
    func again(_ refusal: Refusal) -> AskedQuestion {
      var question = AskedQuestion(
        questions.first ?? question, posted: body, form: reading.form, kept: kept,
        refusal: PageRefusal(
          refusal, to: prompt, form: reading.form, sent: answers, words: words),
        in: words.environment)
      if refusal.isWarning, let single = posted.single,
        case .success(let preview) = controller.preview(single), let echo = preview.echo
      {
        question.echoes[PostedAnswers.single] = echo.text
      }
      return question
    }
    if body[FieldName.action] == PageAction.refresh.rawValue {
      return AskedQuestion(
        question, posted: body, form: reading.form, kept: kept, in: words.environment)
    }
    if let refusal = posted.refusals[PostedAnswers.single] { return again(refusal) }
    let reception =
      if let single = posted.single {
        controller.answer(
          single, to: prompt.presentation, acknowledging: posted.isAcknowledged)
      } else {
        controller.fill(
          posted.answers, to: prompt.presentation, acknowledging: posted.isAcknowledged)
      }
    controller.waitUntilSettled()
    if case .refused(let refusal) = reception { return again(refusal) }
    return nil
  }

  /// The page of what is asked now, or of a question that came back.
  func page(_ question: AskedQuestion? = nil) -> StepPage {
    let asked = question.map { [$0] } ?? questions.map { AskedQuestion($0, words: words) }
    return StepPage(
      session: session, flow: "open an account", questions: asked,
      hasAnswers: !controller.journal.answers.isEmpty, isRefusal: question?.refusal != nil)
  }

  var context: PageContext {
    let paths = SitePaths(base: [])
    return PageContext(
      words: words, layout: WebLayout(serviceName: "Example Bank"), paths: paths,
      session: session, here: paths.session(session))
  }
}
