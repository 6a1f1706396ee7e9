import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Flowline
@testable import FlowlineTerminal

/// What a person sees and may do if something around a flow goes wrong.
struct HoldingTests {
  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }
  private let attempts = Attempts()
  private var store: FailingStore { FailingStore(FileStore(folder: folder), attempts) }

  init() throws { temporary = try TemporaryFolder() }

  private func repl(
    _ stage: Stage, isAttended: Bool = true, _ events: LineEvent...
  ) -> Repl.End {
    var catalog = FlowCatalog()
    catalog.add(PayingFlow(attempts: attempts), summary: "Pay.")
    stage.columns = 200
    var mode = WalkMode()
    mode.isAttended = isAttended
    return Repl(
      "shop", catalog, on: stage.surface, from: ScriptedSource(events), histories: stage.histories,
      mode: mode, library: SessionLibrary(store), wake: {}
    ) { stage.environment }.run()
  }

  private func journal() throws -> String {
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    return try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
  }

  @Test(arguments: [
    ("en", "It is not known whether “Paying” was done.", "may have been done"),
    ("ru", "Paying", "возможно"),
  ])
  func `rule 14: a payment without an answer is asked about, and tried again`(
    language: String, question: String, choice: String
  ) throws {
    attempts.fail(.payment, Unanswered(), Unanswered())
    let stage = try Stage(language)
    _ = repl(stage, "pay", "5", "again", "1", "quit")
    let told = stage.messages.joined(separator: "\n")
    #expect(told.contains(question) && told.contains("! no answer"), "\(told)")
    #expect(stage.results == ["5"])
    #expect(attempts.keys.count == 3 && Set(attempts.keys).count == 1)
    #expect(try store.sessions().isEmpty)
  }

  @Test func `rule 24: later keeps the session as it is, and resuming asks the bank again`() throws
  {
    attempts.fail(.payment, Unanswered())
    let stage = try Stage()
    _ = repl(stage, "pay", "5", "later", "resume", "quit")
    #expect(stage.messages.contains { $0.hasPrefix("Paused: Pay. Your answers are saved.") })
    #expect(stage.messages.contains { $0.hasPrefix("Resuming Pay") })
    #expect(stage.results == ["5"])
    #expect(Set(attempts.keys).count == 1 && attempts.keys.count == 2)
  }

  @Test func `rule 1: nobody is told an end while a payment is open`() throws {
    attempts.fail(.payment, Unanswered())
    let stage = try Stage()
    _ = repl(stage, "pay", "5", "later", "quit")
    let journal = try journal()
    #expect(journal.contains("\ncommit payment "))
    for verb in ["done", "fail", "failed", "cancelled", "finish"] {
      #expect(!journal.contains("\n\(verb) "), "\(journal)")
    }
    #expect(stage.results.isEmpty)
  }

  @Test func `rule 14: giving up says that it is not known`() throws {
    attempts.fail(.payment, Unanswered())
    let stage = try Stage()
    _ = repl(stage, "pay", "5", "cancel", "give-up", "quit")
    let told = stage.messages.joined(separator: "\n")
    // Cancelling is not among the choices: it may have been done.
    #expect(told.contains("is not one of the choices"), "\(told)")
    #expect(
      told.contains("Pay") && !stage.messages.contains("Pay cancelled. Nothing more will be done."))
    #expect(try store.sessions().count == 1)
  }

  @Test func `what was not sent can be cancelled`() throws {
    attempts.fail(.payment, CommitNotSent(Unanswered()))
    let stage = try Stage()
    _ = repl(stage, "pay", "5", "cancel", "quit")
    #expect(stage.messages.contains { $0.contains("“Paying” was not sent.") })
    #expect(stage.messages.contains("Pay cancelled. Nothing more will be done."))
    #expect(try store.sessions().isEmpty)
  }

  @Test func `rule 24: a read that threw is tried again`() throws {
    attempts.fail(.rate, Unanswered())
    let stage = try Stage()
    _ = repl(stage, "pay", "1", "5", "quit")
    #expect(stage.messages.contains { $0.contains("“rate” did not work. Nothing was changed.") })
    #expect(stage.results == ["5"])
  }

  @Test(arguments: ["en", "ru"])
  func `what nobody has answered yet cannot be left for later`(language: String) throws {
    attempts.fail(.rate, Unanswered(), Unanswered())
    let stage = try Stage(language)
    _ = repl(stage, "pay", "later", "again", "cancel", "quit")
    let told = stage.messages.joined(separator: "\n")
    #expect(!told.contains(language == "en" ? "answers are saved" : "ответы сохран"), "\(told)")
    let refusal = language == "en" ? "is not one of the choices" : "нет в списке"
    #expect(told.contains(refusal), "\(told)")
    #expect(try store.sessions().isEmpty)
  }

  @Test(arguments: [LineEvent.interrupted(text: ""), "later"])
  func `a session that lacks what was done last is not told to be saved whole`(
    event: LineEvent
  ) throws {
    let stage = try Stage()
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "Tea.")
    attempts.fail(.store, StoreFailure(.noSpace, at: folder, "no room"), times: 99)
    stage.columns = 200
    // The first answer is saved, and the second is not.
    let base = FileStore(folder: folder)
    let full = FailingStore(base, attempts, sparing: 1)
    _ = Repl(
      "shop", catalog, on: stage.surface,
      from: ScriptedSource(["tea", "1", "3", event, "quit"]), histories: stage.histories,
      library: SessionLibrary(full), wake: {}
    ) { stage.environment }.run()
    let partly =
      "Paused: Tea. What was done last could not be saved; everything before it is saved. "
      + "To resume, type “resume”."
    #expect(stage.messages.contains(partly), "\(stage.messages)")
    #expect(try base.sessions().map(\.answers) == [1])
  }

  @Test func `rule 24: an answer that cannot be saved is asked about, and saved when it can`()
    throws
  {
    attempts.fail(.store, StoreFailure(.noSpace, at: folder, "no room"), times: 2)
    let stage = try Stage()
    _ = repl(stage, "pay", "5", "1", "1", "quit")
    let asked = stage.messages.filter { $0.contains("What was done last could not be saved.") }
    #expect(asked.count == 2, "\(stage.messages)")
    #expect(stage.results == ["5"])
  }

  @Test(arguments: [":back", ":cancel"])
  func `while nothing can be saved a command says what can be done`(command: String) throws {
    attempts.fail(.store, StoreFailure(.noSpace, at: folder, "no room"), times: 99)
    let stage = try Stage()
    _ = repl(stage, "pay", "5", .line(command), "later", "quit")
    #expect(
      stage.messages.contains { $0.contains("Not done. Nothing can be saved at the moment.") },
      "\(stage.messages)")
    #expect(!stage.messages.contains { $0.contains("Your answer could not be saved, so") })
  }

  @Test(arguments: ["en", "ru"])
  func `while a payment is open, leaving its flow says that an answer is wanted`(
    language: String
  ) throws {
    attempts.fail(.payment, Unanswered())
    let stage = try Stage(language)
    _ = repl(stage, "pay", "5", ":cancel", "later", "quit")
    let words = language == "en" ? "choose one of the answers" : "выберите один из ответов"
    #expect(stage.messages.contains { $0.contains(words) }, "\(stage.messages)")
  }

  @Test func `what is wanted while a session is held is not done later`() throws {
    attempts.fail(.store, StoreFailure(.noSpace, at: folder, "no room"), times: 1)
    attempts.fail(.payment, Unanswered())
    let stage = try Stage()
    _ = repl(stage, "pay", "5", ":undo", "again", ":redo", ":undo", "again", "quit")
    #expect(stage.messages.count { $0.hasPrefix("Error: Not done. ") } == 3, "\(stage.messages)")
    #expect(stage.results == ["5"])
  }

  @Test(arguments: [LineEvent.interrupted(text: ""), .endOfInput, "later"])
  func `rule 24: leaving while nothing can be saved leaves what was saved`(event: LineEvent) throws
  {
    attempts.fail(.store, StoreFailure(.noSpace, at: folder, "no room"), times: 99)
    let stage = try Stage()
    _ = repl(stage, "pay", "5", event, "quit")
    #expect(stage.results.isEmpty)
    #expect(attempts.keys.isEmpty, "nothing was sent")
    #expect(try store.sessions().isEmpty)
  }

  @Test(arguments: [LineEvent.interrupted(text: ""), .endOfInput, ":cancel", ":back", ":help"])
  func `rule 14: no key and no command drops an open payment`(event: LineEvent) throws {
    attempts.fail(.payment, Unanswered())
    let stage = try Stage()
    _ = repl(stage, "pay", "5", event, "quit")
    #expect(try journal().contains("\ncommit payment "))
    #expect(!(try journal()).contains("\ncancelled "))
    #expect(try store.sessions().map(\.isUnfinished) == [true])
  }

  @Test(arguments: Attempts.Place.allCases)
  func `without anybody to ask the session is kept and the reason told`(
    place: Attempts.Place
  ) throws {
    attempts.fail(place, StoreFailure(.noSpace, at: folder, "no room"), times: 99)
    let stage = try Stage()
    let end = repl(stage, isAttended: false, "pay", "5", "again", "again", "quit")
    guard case .stopped(let report) = end, case .held(let prompt, let hold) = report.end else {
      Issue.record("\(end)")
      return
    }
    #expect(report.outcome == nil && hold.isStore == (place == .store))
    #expect(hold.isCommit == (place == .payment))
    let words = Words(stage.environment)(hold, at: prompt)
    #expect(words.contains(place == .payment ? "pay/payment" : place == .rate ? "rate" : folder))
    #expect(attempts.keys.count == (place == .payment ? 1 : 0), "lines are no word about a hold")
  }

  private struct Told: Error, CustomStringConvertible {
    let description: String
  }

  private struct ToldInWords: LocalizableError {
    let text: Text
  }

  private static func told(_ pin: String, inWords: Bool) -> any Error {
    inWords
      ? ToldInWords(text: "The bank has refused \(pin).")
      : Told(description: "the bank has refused \(pin)")
  }

  @Test(arguments: [false, true])
  func `rule 22: a secret in an error that holds is not on the screen`(inWords: Bool) throws {
    let messages = try messages(
      of: SecretFlow { pin in throw Self.told(pin, inWords: inWords) },
      typing: ["secret", "s3cret99", "give-up", "errors", "quit"])
    #expect(messages.contains { $0.contains("has refused (redacted)") }, "\(messages)")
    #expect(messages.contains { $0.contains("It is not known whether") }, "\(messages)")
    #expect(!messages.joined().contains("s3cret99"))
  }

  @Test(arguments: [false, true])
  func `rule 22: a secret in an error that fails a flow is not on the screen`(
    inWords: Bool
  ) throws {
    let messages = try messages(
      of: BreakingFlow { pin in Self.told(pin, inWords: inWords) },
      typing: ["breaking", "s3cret99", "errors", "quit"])
    #expect(messages.contains { $0.contains("has refused (redacted)") }, "\(messages)")
    #expect(!messages.joined().contains("s3cret99"))
  }

  private func messages(of flow: some Flow, typing lines: [LineEvent]) throws -> [String] {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "")
    let stage = try Stage()
    _ = Repl(
      "shop", catalog, on: stage.surface, from: ScriptedSource(lines), histories: stage.histories,
      wake: {}
    ) { stage.environment }.run()
    return stage.messages
  }
}

private struct Unanswered: Error, CustomStringConvertible {
  var description: String { "no answer" }
}

/// What goes wrong at each place, in order; what comes behind succeeds.
final class Attempts: Sendable {
  enum Place: CaseIterable {
    case rate, payment, store
  }

  private struct State {
    var errors: [Place: [any Error & Sendable]] = [:]
    var keys: [IdempotencyKey] = []
  }

  private let state = Mutex(State())

  var keys: [IdempotencyKey] { state.withLock { $0.keys } }

  func fail(_ place: Place, _ errors: any Error & Sendable..., times: Int = 1) {
    state.withLock { state in
      state.errors[place] = (0..<times).flatMap { _ in errors }
    }
  }

  func next(_ place: Place, _ key: IdempotencyKey? = nil) throws {
    let error = state.withLock { state in
      if let key { state.keys.append(key) }
      guard var errors = state.errors[place], !errors.isEmpty else { return nil as (any Error)? }
      defer { state.errors[place] = errors }
      return errors.removeFirst()
    }
    if let error { throw error }
  }
}

private struct PayingFlow: Flow {
  let id: FlowID = "pay"
  var title: Text { "Pay" }
  let attempts: Attempts

  func run(_ context: FlowContext) async throws -> Int {
    let attempts = attempts
    _ = try await context.load("rate") {
      try attempts.next(.rate)
      return 1
    }
    let amount = try await context.run(NumberScreen("amount", "How much?"))
    return try await context.commit("payment", title: "Paying", of: amount) { amount, key in
      try attempts.next(.payment, key)
      return amount
    }
  }
}

private struct SecretFlow: Flow {
  let id: FlowID = "secret"
  let send: @Sendable (String) throws -> Void

  func run(_ context: FlowContext) async throws -> Bool {
    let pin = try await context.run(TextScreen("pin", "PIN?").sensitive()).reveal()
    let send = send
    return try await context.commit("log-in") { _ in
      try send(pin)
      return true
    }
  }
}

private struct BreakingFlow: Flow {
  let id: FlowID = "breaking"
  let use: @Sendable (String) -> any Error

  func run(_ context: FlowContext) async throws -> Bool {
    throw use(try await context.run(SecretScreen("pin", "PIN?")).reveal())
  }
}

/// Files, which have no room while they are told so.
private struct FailingStore: SessionStore {
  let base: FileStore
  let attempts: Attempts
  /// How many durable lines of a record there is room for in any case.
  let spared: Int

  init(_ base: FileStore, _ attempts: Attempts, sparing spared: Int = 0) {
    self.base = base
    self.attempts = attempts
    self.spared = spared
  }

  func begin(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    FailingRecord(try base.begin(session), attempts, sparing: spared)
  }

  func open(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    FailingRecord(try base.open(session), attempts, sparing: spared)
  }

  func sessions(limit: Int?) throws(StoreFailure) -> [StoredSession] {
    try base.sessions(limit: limit)
  }

  func remove(_ session: UUID) throws(StoreFailure) { try base.remove(session) }
}

private final class FailingRecord: SessionRecord {
  let base: any SessionRecord
  let attempts: Attempts
  private let spared: Mutex<Int>

  init(_ base: any SessionRecord, _ attempts: Attempts, sparing spared: Int) {
    self.base = base
    self.attempts = attempts
    self.spared = Mutex(spared)
  }

  var session: UUID { base.session }
  func contents() throws(StoreFailure) -> [UInt8] { try base.contents() }

  func append(_ lines: String, isDurable: Bool) throws(StoreFailure) {
    if isDurable, !isSpared() {
      do {
        try attempts.next(.store)
      } catch {
        throw error as? StoreFailure ?? StoreFailure(.unwritable, at: "here", "\(error)")
      }
    }
    try base.append(lines, isDurable: isDurable)
  }

  private func isSpared() -> Bool {
    spared.withLock { spared in
      spared -= 1
      return spared >= 0
    }
  }

  func cut(to length: Int) throws(StoreFailure) { try base.cut(to: length) }
  func replace(with text: String) throws(StoreFailure) { try base.replace(with: text) }
  func recover() throws(StoreFailure) { try base.recover() }
  func close() { base.close() }
}
