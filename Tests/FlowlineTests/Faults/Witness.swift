import Flowline
import FoundationEssentials
import TestSupport

/// Sees all that a session shows to others: a presenter, an observer and a record.
final class Witness: Presenter {
  let record = MemoryRecord()
  let events = Events()
  private let shown = Log()

  func present(_ prompt: Prompt) { texts(in: prompt).forEach(shown.add) }

  func ended(_ outcome: Outcome<JSONValue>) { shown.add(outcome.map(\.text).short) }

  /// The texts of what was presented, oldest first.
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

  /// What can be seen of the session and contains a text, wherever it stands.
  func mentions(of text: String, in controller: FlowController) -> [String] {
    let journal = controller.journal
    let written = [record.text, record.durable, journal.text] + record.setAside
    let seen: [Any] = [
      journal.answers, controller.inspection, controller.legalInputs, controller.prompts,
      controller.diagnostics, events.all, presented,
    ]
    let lines = written.flatMap { $0.split(separator: "\n").map(String.init) }
    return (lines + seen.flatMap { texts(in: $0) }).filter { $0.contains(text) }
  }
}

/// The texts in all parts of a value, whatever it says of itself.
func texts(in value: Any) -> [String] {
  switch value {
  case let text as String: return [text]
  case let text as Text: return [text.resolved(in: .test).text]
  default:
    let parts = Mirror(reflecting: value).children
    return parts.isEmpty ? ["\(value)"] : parts.flatMap { texts(in: $0.value) }
  }
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
