import Flowline
import FlowlineSQLite
import FoundationEssentials
import Synchronization
import TestSupport

@testable import FlowlineHost

/// What the hosts of a test share, and what happens outside of them.
final class Outside: Sendable {
  private struct State {
    var loads = 0
    var sent: [String: String] = [:]
    var attempts = 0
  }

  private let state = Mutex(State())
  /// What a load waits for; open unless a test closes it.
  let loading = Mutex<Gate<Void>?>(nil)
  /// What a commit waits for after it was carried out.
  let replying = Mutex<Gate<Void>?>(nil)
  /// What a commit throws in place of being carried out; nil unless a test sets it.
  let failing = Mutex<(any Error)?>(nil)

  var loads: Int { state.withLock { $0.loads } }
  /// What was sent, by its key.
  var sent: [String: String] { state.withLock { $0.sent } }
  var attempts: Int { state.withLock { $0.attempts } }

  func load() async -> Int {
    if let gate = loading.withLock({ $0 }) { await gate.wait() }
    return state.withLock { state in
      state.loads += 1
      return 7
    }
  }

  func send(_ contents: String, _ key: IdempotencyKey) async throws {
    if let error = failing.withLock({ $0 }) { throw error }
    state.withLock { state in
      state.attempts += 1
      state.sent["\(key)"] = contents
    }
    if let gate = replying.withLock({ $0 }) { await gate.wait() }
  }
}

/// Asks for a name, reads, asks for an amount, confirms, writes, and asks once more.
struct TransferFlow: Flow {
  let id: FlowID = "transfer"
  let title: Text = "Transfer"
  let outside: Outside

  func run(_ context: FlowContext) async throws -> String {
    let outside = outside
    let name = try await context.run(TextScreen("name", "To whom?"))
    let fee = try await context.load("fee") { await outside.load() }
    let amount = try await context.run(
      NumberScreen(
        "amount", Text(verbatim: "How much to \(name), for a fee of \(fee)?"), in: 1...100))
    guard try await context.run(ConfirmScreen("sure", Text(verbatim: "Send \(amount) to \(name)?")))
    else { throw FlowCancelled() }
    _ = try await context.commit("send", of: "\(name) \(amount)") { contents, key in
      try await outside.send(contents, key)
      return true
    }
    let note = try await context.run(TextScreen("note", "A note for yourself?"))
    return "\(name) got \(amount): \(note)"
  }

  func words(for result: String) -> Text? { Text(verbatim: "Done: \(result)") }
}

/// Waits for a day before it asks.
struct PatientFlow: Flow {
  let id: FlowID = "patient"
  let title: Text = "Patient"

  func run(_ context: FlowContext) async throws -> Bool {
    _ = try await context.run(TextScreen("reason", "Why?"))
    try await context.wait("cooling-off", until: context.now.addingTimeInterval(86_400))
    return try await context.run(ConfirmScreen("still", "Still?"))
  }
}

/// Asks, and fails with words for people.
struct ClosedFlow: Flow {
  struct Closed: LocalizableError {
    let name: String
    var text: Text { Text(verbatim: "\(name)'s account was closed.") }
  }

  let id: FlowID = "closed"
  let title: Text = "Closed"

  func run(_ context: FlowContext) async throws -> String {
    throw Closed(name: try await context.run(TextScreen("name", "Whose?")))
  }
}

/// Waits for something of its own before it asks.
struct HoppingFlow: Flow {
  let id: FlowID = "hopping"
  let title: Text = "Hopping"
  let outside: Outside

  func run(_ context: FlowContext) async throws -> String {
    if let gate = outside.loading.withLock({ $0 }) { await gate.wait() }
    for _ in 0..<100 { await Task.detached {}.value }
    let first = try await context.run(TextScreen("first", "First?"))
    return try await first + context.run(TextScreen("second", "Second?"))
  }
}

/// Hosts over one store, as the nodes of a service, or as one program after another.
struct HostedBank {
  let store: any JournalStore
  let outside = Outside()
  let clock: ManualFlowClock
  var limits = HostLimits()

  static let now = Date(timeIntervalSince1970: 1_764_000_000)

  /// Makes a bank.
  ///
  /// - Parameter store: puts something in front of its store.
  init(over store: (any JournalStore) -> any JournalStore = { $0 }) {
    let clock = ManualFlowClock(at: Self.now)
    self.clock = clock
    self.store = store(MemoryJournalStore { clock.now })
  }

  /// Makes a bank whose sessions are in a file.
  init(sqlite path: String) throws {
    let clock = ManualFlowClock(at: Self.now)
    self.clock = clock
    store = try SQLiteJournalStore(path: path, now: { clock.now })
  }

  func host(
    onFault: @escaping SessionHost.FaultObserver = { _, _ in }
  ) -> SessionHost {
    let outside = outside
    return SessionHost(keeping: store, limits: limits, clock: clock, onFault: onFault) { user in
      var catalog = FlowCatalog()
      catalog.add(TransferFlow(outside: outside))
      catalog.add(PatientFlow())
      catalog.add(ClosedFlow())
      catalog.add(HoppingFlow(outside: outside))
      return HostedWorld(catalog, name: "bank of \(user)")
    }
  }

  static let environment = FlowEnvironment(
    locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: now)

  /// Starts a transfer, and answers so many of its questions.
  @discardableResult
  func start(
    _ host: SessionHost, as key: SessionKey, answering count: Int = 0
  ) async throws -> HostedState {
    var state = try await host.start("transfer", as: key, in: Self.environment)
    for answer in Self.answers.prefix(count) {
      state = try await host.answer(key, .answer(answer), to: state.question?.token).state
      state = try await host.settled(key)
    }
    return state
  }

  static let answers: [Answer] = ["Ann", "20", true, "rent"]
}

extension SessionHost {
  /// How a session stands once nothing is under way.
  func settled(_ key: SessionKey) async throws -> HostedState {
    // By a clock that nobody advances so far.
    try await state(of: key, patience: .seconds(1_000_000_000))
  }
}

extension SessionKey {
  static func of(_ user: UserID, _ number: Int = 1) -> SessionKey {
    let tail = String(number, radix: 16)
    let zeros = String(repeating: "0", count: 12 - tail.count)
    return SessionKey(
      user, UUID(uuidString: "00000000-0000-4000-8000-\(zeros)\(tail)") ?? UUID())
  }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  func change(_ change: (inout Value) -> Void) {
    state.withLock { value in
      var copy = value
      change(&copy)
      value = copy
    }
  }
}
