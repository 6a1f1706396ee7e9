import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Which session “last” means, and what is asked before one is removed.
struct LastSessionTests {
  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }
  private var store: FileStore { FileStore(folder: folder) }
  private var library: SessionLibrary { SessionLibrary(store) }

  init() throws { temporary = try TemporaryFolder() }

  private static let older = "11111111-aaaa-4000-8000-000000000001"
  private static let newer = "22222222-bbbb-4000-8000-000000000002"

  /// Keeps a session that was changed so many seconds after another day.
  private func keep(_ id: String, _ text: String = "", changed seconds: Double) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = "\(folder)/\(id).flow"
    let whole =
      text.isEmpty
      ? "flow tea 1\nnow 2026-11-20T12:00:00Z\n\nanswer kind \"green\"\n" : text
    try whole.write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_795_176_000 + seconds)],
      ofItemAtPath: path)
  }

  private var ids: [String] {
    get throws { try store.sessions().map { $0.id.uuidString.lowercased() } }
  }

  /// A prompt whose first line declines the session that is offered, if one is.
  private func repl(_ stage: Stage, _ events: LineEvent...) {
    run(stage, ["n"] + events, WalkMode())
  }

  private func run(_ stage: Stage, _ events: [LineEvent], _ mode: WalkMode) {
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "Order tea.")
    _ = Repl(
      "shop", catalog, on: stage.surface, from: ScriptedSource(events),
      histories: stage.histories, mode: mode, library: library, wake: {}
    ) { stage.environment }.run()
  }

  private func stage() throws -> Stage {
    let stage = try Stage()
    stage.columns = 200
    return stage
  }

  @Test func `the last session that is forgotten is the first of the list, and it is named`() throws
  {
    try keep(Self.older, changed: 0)
    try keep(Self.newer, changed: 60)
    let stage = try stage()
    repl(stage, "forget last", "n", "forget last", "", "forget last", "what", "y", "quit")
    let question = stage.messages.first { $0.hasPrefix("Session 22222222 will be forgotten: tea") }
    #expect(question?.hasSuffix(", 1 answer. This cannot be undone.") == true)
    #expect(stage.messages.count { $0 == "Session 22222222 is still saved." } == 2)
    #expect(stage.messages.contains("Answer yes or no."))
    #expect(stage.messages.contains("Forgotten: 22222222, tea."))
    #expect(try ids == [Self.older])
  }

  @Test func `a last session that is in use is not forgotten, and no other is in its place`() throws
  {
    try keep(Self.older, changed: 0)
    try keep(Self.newer, changed: 60)
    let record = try store.open(try #require(UUID(uuidString: Self.newer)))
    defer { record.close() }
    let stage = try stage()
    repl(stage, "forget last", "quit")
    #expect(stage.messages.contains { $0.contains("is in use in another process") })
    #expect(try Set(ids) == [Self.older, Self.newer])
  }

  @Test(arguments: [
    (0, SessionSummary.Standing.unfinished(at: StepPath(["tea", "kind"])), false, false),
    (1, .unfinished(at: StepPath(["tea", "milk"])), false, true),
    (0, .unfinished(at: StepPath(["tea"])), true, true),
    (0, .damaged(ScriptFault(line: 1, expected: "a name", got: "7")), false, true),
    (0, .newer(format: 9), false, true), (0, .failed("why"), false, false),
  ])
  func `it is asked about if something would be lost`(
    answers: Int, standing: SessionSummary.Standing, isUnderWay: Bool, isAsked: Bool
  ) throws {
    let summary = SessionSummary(
      flow: "tea", version: 1, world: nil, started: nil, answers: answers, firstAnswers: [],
      standing: standing, isUnderWay: isUnderWay)
    let session = StoredSession(
      UUID(), summary, changed: Date(timeIntervalSince1970: 1_795_176_000), isInUse: false)
    #expect(session.isForgottenOnlyIfConfirmed == isAsked)
  }

  @Test func `without a person nothing is asked`() throws {
    try keep(Self.older, changed: 0)
    run(try stage(), ["forget last", "quit"], WalkMode(isAttended: false))
    #expect(try ids == [])
  }

  @Test func `resuming the last one says which one it is not`() throws {
    try keep(Self.older, changed: 0)
    try keep(Self.newer, changed: 60)
    let record = try store.open(try #require(UUID(uuidString: Self.newer)))
    defer { record.close() }
    let stage = try stage()
    repl(stage, "resume", .interrupted(text: ""), "quit")
    #expect(
      stage.messages.contains("The latest session, 22222222, is in use. Resuming 11111111 instead.")
    )
    #expect(stage.messages.contains("Resuming Tea: 1 answer so far."))
  }

  @Test func `a record that cannot be read is not called nothing`() throws {
    try keep(Self.older, "what is this", changed: 0)
    let stage = try stage()
    for line in ["resume", "resume last"] {
      stage.messages = []
      repl(stage, .line(line), "quit")
      let said =
        "Error: There is nothing to resume. Session 11111111 cannot be read. To see why, type "
        + "“resume 11111111”."
      #expect(stage.messages.contains(said), "\(stage.messages)")
    }
    let finding = try library.find("last", for: .resuming)
    let russian = try Stage("ru").words(finding, for: "last", inShellOf: "shop")
    #expect(
      russian
        == "Продолжать нечего. Сеанс 11111111 не читается. Чтобы узнать почему, введите "
        + "«shop resume 11111111».")
    repl(stage, "forget last", "y", "quit")
    #expect(try ids == [])
    repl(stage, "forget last", "resume", "quit")
    #expect(stage.messages.contains("Error: There are no saved sessions."))
    #expect(stage.messages.contains("Error: There are no unfinished sessions."))
  }

  @Test(arguments: ["en", "ru"], StoredSession.Obstacle.allCases)
  func `every reason to pass the latest session over has its words`(
    language: String, obstacle: StoredSession.Obstacle
  ) throws {
    let passedOver = SessionLibrary.PassedOver(id: "2222", obstacle: obstacle)
    let text = try Stage(language).words(passedOver, for: "1111")
    #expect(text.contains("2222") && text.contains("1111") && !text.contains("%"), "\(text)")
  }
}
