import Flowline
import Synchronization

/// Something outside that a test lets go of when it wants to, on the test's own thread.
final class Held<Value: Sendable>: Sendable {
  private let waiting = Mutex<[UnsafeContinuation<Value, Never>]>([])
  private let begun = Mutex(0)

  /// How often it was asked for.
  var count: Int { begun.withLock { $0 } }

  func wait() async -> Value {
    await withUnsafeContinuation { continuation in
      begun.withLock { $0 += 1 }
      waiting.withLock { $0.append(continuation) }
    }
  }

  /// Lets the one go that began first, and has the controller take what comes of it.
  func release(_ value: Value, _ controller: FlowController) {
    waiting.withLock { $0.removeFirst() }.resume(returning: value)
    // The first look runs it or finds it being run, the second comes after it.
    _ = controller.environment
    _ = controller.environment
  }
}

extension FlowController {
  /// The lines of the journal behind its head.
  var lines: [String] {
    journal.text.split(separator: "\n").map(String.init).filter { line in
      !["format ", "flow ", "locale ", "now ", "session "].contains { line.hasPrefix($0) }
    }
  }
}

/// Rebuilds a session from its journal's text.
func rebuilt(_ flow: some Flow, from text: String) throws -> FlowController {
  let controller = FlowController()
  controller.start(
    flow, SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
  return controller
}

/// Plays a journal's text against its flow.
func replayed(
  _ flow: some Flow, from text: String, _ mode: ScriptReplay.Mode, secrets: [StepID: String] = [:]
) throws -> ScriptReplay.Report {
  var catalog = FlowCatalog()
  catalog.add(flow, summary: "Played")
  return try ScriptReplay(Script(parsing: text), of: catalog, or: .test, secrets: secrets)
    .run(mode)
}
