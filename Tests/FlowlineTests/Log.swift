import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

/// Remembers what was told, in order, from any thread.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// A handler that tells of a flow under a name.
  func handler<Output>(_ name: String) -> FlowHandler<Output> {
    FlowHandler(
      started: { self.add("\(name) started") },
      finished: { outcome, dismisser in
        self.add("\(name) \(outcome.short)")
        dismisser.dismiss()
      })
  }
}

extension Outcome {
  var short: String {
    switch self {
    case .finished(let output): "finished \(output)"
    case .cancelled(let reason): "cancelled \(reason)"
    case .failed(let failure): "failed \(failure.path): \(failure.message)"
    }
  }
}

/// A front end that writes down what it is handed.
final class RecordingPresenter: Presenter {
  let log = Log()

  func present(_ prompt: Prompt) { log.add("present \(prompt.presentation) \(prompt.path)") }
  func working(on step: StepPath) { log.add("working \(step)") }
  func dismiss(_ presentations: Range<Int>) { log.add("dismiss \(presentations)") }
  func ended(_ outcome: Outcome<JSONValue>) { log.add("ended \(outcome.map(\.text).short)") }
}

/// A token to see a flow's lifetime by.
final class Token: Sendable {}

/// A flow made of a closure.
struct ClosureFlow<Output: Encodable & Sendable>: Flow {
  let id: FlowID
  let body: @Sendable (FlowContext) async throws -> Output

  init(_ id: FlowID, _ body: @escaping @Sendable (FlowContext) async throws -> Output) {
    self.id = id
    self.body = body
  }

  func run(_ context: FlowContext) async throws -> Output { try await body(context) }
}

extension FlowEnvironment {
  /// Noon of Friday, 20 November 2026, in London.
  static let test = FlowEnvironment(
    locale: Locale(identifier: "en_GB"),
    timeZone: TimeZone(identifier: "Europe/London") ?? .gmt,
    now: Date(timeIntervalSince1970: 1_795_176_000))

  static let russian = FlowEnvironment(
    locale: Locale(identifier: "ru_RU"),
    timeZone: TimeZone(identifier: "Europe/Moscow") ?? .gmt,
    now: Date(timeIntervalSince1970: 1_795_176_000))
}

extension SessionOptions {
  static let test = SessionOptions(
    environment: .test, session: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  )
}

extension FlowController.Reception {
  var code: Refusal.Code? {
    if case .refused(let refusal) = self { refusal.code } else { nil }
  }
}

/// Asks one number.
func ask(_ id: StepID = "number") -> NumberScreen { NumberScreen(id, "A number?", in: 0...1000) }

/// Asserts that nothing of a controller's flow is alive and nothing odd happened.
func expectClean(
  _ controller: FlowController, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(controller.leaks.isEmpty, "\(controller.leaks)", sourceLocation: sourceLocation)
  #expect(controller.diagnostics.isEmpty, sourceLocation: sourceLocation)
}

/// Remembers events, from any thread.
final class Events: Sendable {
  private let stored = Mutex<[FlowEvent]>([])

  var all: [FlowEvent] { stored.withLock { $0 } }
  var lines: [String] { all.map(\.line) }

  /// The observer.
  var add: FlowObserver { { event in self.stored.withLock { $0.append(event) } } }
}

extension SessionOptions {
  func observed(_ events: Events) -> SessionOptions {
    var options = self
    options.observer = events.add
    return options
  }
}
