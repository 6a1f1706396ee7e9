import Flowline
import FlowlineLock
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FlowlineTerminal

struct LockTests {
  private let folder: TemporaryFolder
  private let stage: Stage
  private let file: PINFile

  init() throws {
    folder = try TemporaryFolder()
    stage = try Stage()
    file = PINFile(path: folder.file("state/shop/pin"))
  }

  private func setPIN(_ pin: String, wrong: Int = 0) throws {
    try file.keep(try #require(HashedPIN(of: pin)), wrong: wrong)
  }

  private func reader(
    _ source: ScriptedSource, _ lock: ProgramLock? = nil, wake: @escaping @Sendable () -> Void = {}
  ) -> LockingReader {
    let lock = lock ?? ProgramLock(file)
    stage.shared.program.lock = lock
    return LockingReader(
      source, lock, of: "shop", on: stage.surface, words: { stage.words }, wake: wake)
  }

  /// Runs something on a thread of its own, since it waits for what other threads do.
  private func apart<Value: Sendable>(_ body: @escaping () -> Value) async -> Value {
    nonisolated(unsafe) let body = body
    return await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }

  private func source(_ events: [LineEvent], wokenBy woken: Wakening) -> ScriptedSource {
    ScriptedSource(events) { _ in
      woken.pass()
      return .woken
    }
  }

  private func prompts(_ source: ScriptedSource) -> [String] {
    source.requests.map(\.prompt.plainText)
  }

  // MARK: - Opening

  @Test func `without a PIN nothing is asked for`() {
    let source = ScriptedSource(["tea"])
    let reader = reader(source)
    #expect(reader.open() == nil)
    #expect(reader.readLine(LineRequest(prompt: "> ")) == .line("tea"))
    #expect(prompts(source) == ["> "])
    #expect(source.wipes == 0)
  }

  @Test func `a program begins with its PIN, and says that another one is incorrect`() throws {
    try setPIN("2468")
    let source = ScriptedSource(["1234", .interrupted(text: ""), "2468", "tea"], draws: true)
    let reader = reader(source)
    #expect(reader.open() == nil)
    #expect(reader.readLine(LineRequest(prompt: "> ")) == .line("tea"))
    #expect(prompts(source) == ["PIN: ", "PIN: ", "PIN: ", "> "])
    #expect(source.hidden == 3)
    #expect(source.screens[0].first == "shop is locked.")
    #expect(source.screens[1].contains("Error: The PIN is incorrect. You can try 4 more times."))
    #expect(file.contents == .pin(try #require(try kept()), wrong: 0))
  }

  @Test func `a file that counts more wrong PINs than there can be leaves the program locked`()
    throws
  {
    try setPIN("2468", wrong: .max)
    let lock = ProgramLock(file)
    #expect(lock.trial(of: "2468") == .over)
    #expect(lock.isOver)
  }

  private func kept() throws -> HashedPIN? {
    if case .pin(let pin, _) = file.contents { pin } else { nil }
  }

  @Test func `the fifth wrong PIN logs out and ends the program, also over several runs of it`()
    async throws
  {
    try setPIN("2468")
    let first = ScriptedSource(["1", "2", "3", .endOfInput])
    #expect(reader(first).open() == .endOfInput)
    let logOuts = Atomic<Int>(0)
    let lock = ProgramLock(file) { logOuts.add(1, ordering: .relaxed) }
    let woken = Wakening()
    let reader = reader(source(["4", "5", "2468"], wokenBy: woken), lock) { woken.open() }
    #expect(await apart { reader.open() } == .endOfInput)
    #expect(logOuts.load(ordering: .relaxed) == 1)
    #expect(reader.isGone)
    #expect(reader.readLine(LineRequest(prompt: "> ")) == .endOfInput)
    #expect(reader.wait() == .terminated(signal: SIGHUP))
    let told = stage.messages.joined(separator: " ")
    #expect(told.contains("The PIN was incorrect 5 times. You are logged out, and the program"))
    #expect(told.contains(file.path))
    // The next time there are five more.
    #expect(file.contents == .pin(try #require(try kept()), wrong: 0))
  }

  @Test func `a program that was killed at the fifth wrong PIN logs out when it begins`()
    async throws
  {
    try setPIN("2468", wrong: 5)
    let logOuts = Atomic<Int>(0)
    let lock = ProgramLock(file) { logOuts.add(1, ordering: .relaxed) }
    let woken = Wakening()
    let source = source(["2468"], wokenBy: woken)
    let reader = reader(source, lock) { woken.open() }
    #expect(await apart { reader.open() } == .endOfInput)
    #expect(logOuts.load(ordering: .relaxed) == 1)
    #expect(source.requests.isEmpty)
  }

  @Test(arguments: ["", "2468\n0\n", "$y$j9T$abc\n", "$y$j9T$abc\nmany\n"])
  func `a file that holds no PIN opens nothing`(text: String) throws {
    try setPIN("2468")
    try NamedFile.write(text, to: file.path)
    let source = ScriptedSource(["", "2468", .endOfInput], draws: true)
    #expect(reader(source).open() == .endOfInput)
    #expect(source.screens[1].joined(separator: " ").contains("The PIN cannot be checked"))
  }

  @Test func `where the folder is a file, there is no PIN, and none is set`() throws {
    try folder.write("", to: "state")
    let source = ScriptedSource(["lock", "2468", "2468", "quit"])
    guard case .left = repl(reader(source)) else { throw FlowCancelled() }
    #expect(prompts(source) == ["shop> ", "New PIN: ", "Once more: ", "shop> "])
    #expect(stage.messages.joined(separator: " ").contains("The PIN was not changed"))
  }

  @Test func `a PIN that cannot be counted is checked all the same`() throws {
    try setPIN("2468")
    let lock = ProgramLock(file)
    // Where the new contents would be written there is a folder.
    let draft = "\(file.path).\(getpid()).new"
    try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
    for left in (1..<HashedPIN.tries).reversed() {
      #expect(lock.trial(of: "1") == .wrong(left: left))
    }
    #expect(lock.trial(of: "1") == .over)
  }

  @Test func `a file that others can read is its owner's alone again with the next PIN`() throws {
    try setPIN("2468")
    chmod(file.path, 0o644)
    #expect(ProgramLock(file).trial(of: "1") == .wrong(left: HashedPIN.tries - 1))
    #expect(try folder.mode("state/shop/pin") == 0o600)
    #expect(try folder.names(in: "state/shop") == ["pin"])
  }

  // MARK: - Choosing

  @Test func `a PIN is chosen twice the same, and asked for at once`() throws {
    let source = ScriptedSource(
      ["lock", "123", "2468", "2469", "2468", "2468", "2468", "quit"], draws: true)
    guard case .left = repl(reader(source)) else { throw FlowCancelled() }
    #expect(
      prompts(source) == [
        "shop> ", "New PIN: ", "New PIN: ", "Once more: ", "New PIN: ", "Once more: ", "PIN: ",
        "shop> ",
      ])
    #expect(source.screens[2].contains("Error: A PIN has 4 to 64 characters."))
    #expect(source.screens[4].contains("Error: The two do not match. Type it twice again."))
    #expect(source.wipes == 2)
    #expect(stage.messages.joined(separator: " ").contains("The PIN is set."))
    #expect(try #require(try kept()).matches("2468"))
    #expect(try folder.mode("state/shop/pin") == 0o600)
  }

  @Test func `a PIN that the system cannot hash is refused before it is typed again`() throws {
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 21)
    let source = ScriptedSource(
      ["lock", .line(family), "2468", "2468", "2468", "quit"], draws: true)
    guard case .left = repl(reader(source)) else { throw FlowCancelled() }
    #expect(
      source.screens[2].joined(separator: " ").contains(
        "Error: This PIN cannot be used. Choose one of letters and digits."))
    #expect(try #require(try kept()).matches("2468"))
  }

  @Test func `who chooses none has none`() throws {
    let source = ScriptedSource(["lock", "2468", .interrupted(text: ""), "quit"])
    guard case .left = repl(reader(source)) else { throw FlowCancelled() }
    #expect(stage.messages.contains("Nothing was changed."))
    #expect(file.contents == .none)
  }

  @Test func `another PIN, and none any more, want the PIN first`() throws {
    try setPIN("2468")
    let source = ScriptedSource([
      "lock new", "2468", "13579", "13579", "lock off", "13579", "lock off", "quit",
    ])
    guard case .left = repl(reader(source)) else { throw FlowCancelled() }
    #expect(stage.messages.contains("There is no PIN any more."))
    #expect(stage.messages.joined(separator: " ").contains("No PIN is set."))
    #expect(file.contents == .none)
  }

  @Test(arguments: ["lock", "lock maybe"])
  func `without a terminal nothing is locked`(line: String) throws {
    guard case .left = repl(ScriptedSource([.line(line), "quit"])) else { throw FlowCancelled() }
    #expect(stage.messages.contains("Error: The screen can be locked only at a terminal on which"))
  }

  @Test func `what cannot stand behind the command is told`() throws {
    guard case .left = repl(reader(ScriptedSource(["lock maybe", "quit"]))) else {
      throw FlowCancelled()
    }
    #expect(
      stage.messages.joined(separator: " ").contains(
        "Error: “lock” does not take “maybe”. Values: new, off."))
  }

  private func repl(_ source: any LineReader) -> Repl.End {
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "Order tea.")
    return Repl(
      "shop", catalog, on: stage.surface, from: source, histories: stage.histories, wake: {}
    ) { stage.environment }.run()
  }

  // MARK: - In a flow

  @Test(arguments: [true, false])
  func `a question is shown again unchanged, with what was typed`(draws: Bool) throws {
    try setPIN("2468")
    let source = ScriptedSource(["1", ":lock", "2468", "3", "y"], draws: draws)
    let report = try stage.walk(TeaFlow(), from: reader(source))
    #expect(report.outcome?.result == ["kind": "green", "milk": 3])
    #expect(prompts(source).count { $0 == "PIN: " } == 1)
    #expect(source.wipes == 2)
    if draws {
      #expect(source.screens[1].dropLast(2) == source.screens[3].dropLast(2))
    } else {
      #expect(stage.messages.count { $0 == "How many drops?" } == 2)
    }
  }

  @Test func `a program that was stopped asks when it goes on`() throws {
    try setPIN("2468")
    let source = ScriptedSource([.woken(text: "sencha"), "2468", .line("tea")])
    let reader = reader(source)
    let watch = try #require(source.watch)
    #expect(watch.resumed())
    #expect(reader.readLine(LineRequest(prompt: "> ")) == .unlocked(text: ""))
    #expect(prompts(source) == ["PIN: ", "PIN: "])
    #expect(reader.readLine(LineRequest(prompt: "> ")) == .line("tea"))
    try file.remove()
    #expect(!watch.resumed())
  }

  @Test func `a program that is stopped while something is loaded asks, too`() throws {
    try setPIN("2468")
    let source = ScriptedSource(["2468"])
    let reader = reader(source)
    _ = source.watch?.resumed()
    #expect(reader.wait() == .woken)
    #expect(prompts(source) == ["PIN: "])
    #expect(reader.wait(milliseconds: 0) == .timedOut)
  }

  @Test func `a person who ends the input at the PIN keeps the session`() throws {
    try setPIN("2468")
    let source = ScriptedSource(["1", ":lock", .endOfInput])
    let report = try stage.walk(TeaFlow(), from: reader(source))
    guard case .gone = report.end else { throw FlowCancelled() }
    #expect(report.journal.answers.count == 1)
  }

  // MARK: - Time

  @Test func `what is left of the time grows with each key`() {
    let clock = ManualClock()
    let key = LastKey { clock.now }
    clock.advance(by: .seconds(40))
    #expect(key.left(of: .seconds(60)) == .seconds(20))
    key.note()
    #expect(key.left(of: .seconds(60)) == .seconds(60))
    clock.advance(by: .seconds(61))
    #expect(key.left(of: .seconds(60)) < .zero)
  }

  @Test(arguments: [true, false])
  func `nobody at the keyboard for long enough locks`(hasPIN: Bool) async throws {
    if hasPIN { try setPIN("2468") }
    let clock = ManualClock()
    let woken = Wakening()
    let source = WaitingSource(woken, ["2468"])
    let lock = ProgramLock(file)
    lock.idleTime = .seconds(600)
    let reader = LockingReader(
      source, lock, of: "shop", on: stage.surface, words: { stage.words }, now: { clock.now },
      wake: { woken.open() })
    clock.advance(by: .seconds(601))
    if !hasPIN { woken.open() }
    let event = await apart { reader.readLine(LineRequest(prompt: "> ")) }
    #expect(event == (hasPIN ? .unlocked(text: "half a li") : .woken(text: "half a li")))
  }
}

/// A moment that a test moves.
private final class ManualClock: Sendable {
  private let moment = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { moment.withLock { $0 } }

  func advance(by duration: Duration) { moment.withLock { $0 = $0.advanced(by: duration) } }
}

/// Something that one thread waits for and another opens.
private final class Wakening: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }
  func pass() { semaphore.wait() }
}

/// A terminal at which half a line is typed when it is woken.
private final class WaitingSource: LineReader {
  private let woken: Wakening
  private var pins: [String]
  var isGone: Bool { false }

  init(_ woken: Wakening, _ pins: [String]) {
    self.woken = woken
    self.pins = pins
  }

  func readLine(_ request: LineRequest) -> LineEvent {
    woken.pass()
    return .woken(text: "half a li")
  }

  func readHiddenLine(_ request: LineRequest) -> LineEvent { .line(pins.removeFirst()) }
  func wait(milliseconds: Int?) -> WaitEvent { .timedOut }
}
