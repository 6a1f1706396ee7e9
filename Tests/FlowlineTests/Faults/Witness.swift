import Flowline
import FoundationEssentials

/// Sees all that a session shows to others: a presenter, an observer and a record.
final class Witness: Presenter {
  let record = MemoryRecord()
  let events = Events()
  private let shown = Log()

  func present(_ prompt: Prompt) { shown.add(dumped(prompt)) }

  func ended(_ outcome: Outcome<JSONValue>) { shown.add(outcome.map(\.text).short) }

  /// What was presented, oldest first.
  var presented: [String] { shown.all }

  /// Starts a flow in front of this witness, with a record.
  func start<Root: Flow>(
    _ flow: Root, handler: FlowHandler<Root.Output> = FlowHandler()
  ) -> FlowController {
    let controller = FlowController(presenter: self)
    var options = SessionOptions.test
    options.record = record
    options.observer = events.add
    controller.start(flow, options, handler: handler)
    controller.waitUntilSettled()
    return controller
  }

  /// All that can be seen of the session, as text.
  func everything(of controller: FlowController) -> String {
    let journal = controller.journal
    return [
      record.text, record.durable, record.setAside.joined(), journal.text, dumped(journal.answers),
      dumped(controller.inspection), dumped(controller.legalInputs), dumped(controller.prompts),
      dumped(controller.diagnostics), dumped(events.all), presented.joined(separator: "\n"),
    ].joined(separator: "\n")
  }
}

/// A value with all its parts, whatever it says of itself.
func dumped(_ value: some Any) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}

/// A sensitive screen of a program's own, whose result is a plain string.
struct PasswordScreen: Screen {
  typealias Output = String

  var question: Question
  var refusal: @Sendable (String) -> Refusal? = { _ in nil }
  var doubt: @Sendable (String) -> Refusal? = { _ in nil }

  init(_ id: StepID = "password") {
    question = Question(id, "Password?")
    question.isSensitive = true
  }

  func kind(in environment: FlowEnvironment) -> PromptKind {
    .secret(length: 1...255, isRepeated: false)
  }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<String>, Refusal> {
    let text: String
    switch answer {
    case .text(let typed): text = typed.trimmingPrefix(while: \.isWhitespace).description
    case .json(.string(let recorded)): text = recorded
    case .json: return .failure(Refusal(.wrongShape, "No text."))
    }
    if let refusal = refusal(text) { return .failure(refusal) }
    return .success(Accepted(text, recorded: .string(text)))
  }

  func warning(about value: String, in environment: FlowEnvironment) -> Refusal? { doubt(value) }
}

extension FlowController {
  /// Answers the question that waits, and waits for what comes of it.
  @discardableResult
  func settle(_ answer: Answer) -> Reception {
    let reception = self.answer(answer)
    waitUntilSettled()
    return reception
  }
}

extension FlowCatalog {
  /// A catalogue of one flow.
  init(of flow: some Flow) {
    self.init()
    add(flow, summary: "Tried")
  }
}

extension Log {
  /// How many outcomes were told.
  var outcomes: [String] { all.filter { !$0.hasSuffix(" started") } }
}
