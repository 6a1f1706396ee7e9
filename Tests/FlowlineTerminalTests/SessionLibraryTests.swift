import Foundation
import TestSupport
import Testing

@testable import Flowline
@testable import FlowlineTerminal

/// Kept sessions at the prompt, and how a person names them.
struct SessionLibraryTests {
  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }
  private var library: SessionLibrary { SessionLibrary(FileStore(folder: folder)) }
  private let catalog: FlowCatalog = {
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "Order tea.")
    return catalog
  }()

  init() throws { temporary = try TemporaryFolder() }

  private func repl(_ stage: Stage, _ events: LineEvent...) -> Repl.End {
    Repl(
      "shop", catalog, on: stage.surface, from: ScriptedSource(events), histories: stage.histories,
      library: library, wake: {}
    ) { stage.environment }.run()
  }

  private func keep(_ id: String, _ lines: String = "answer kind \"green\"\n") throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try "flow tea 1\nnow 2026-11-20T12:00:00Z\n\n\(lines)".write(
      toFile: "\(folder)/\(id).flow", atomically: false, encoding: .utf8)
  }

  private static let first = "11111111-aaaa-4000-8000-000000000001"
  private static let second = "11111111-bbbb-4000-8000-000000000002"

  @Test func `a flow that ctrl-c leaves is kept, and resumed by name`() throws {
    let stage = try Stage()
    let end = repl(stage, "tea", "1", .interrupted(text: ""), "resume", "3", "y", "quit")
    guard case .left = end else { throw FlowCancelled() }
    #expect(stage.messages.contains { $0.hasPrefix("Paused: Tea. Your answers are saved.") })
    #expect(stage.messages.contains("Resuming Tea: 1 answer so far."))
    #expect(stage.results == ["kind green, milk 3"])
    #expect(try library.store.sessions().isEmpty, "what was told is forgotten")
  }

  @Test func `a flow that is left with the program is resumed by a command of the shell`() throws {
    let leaving: [(event: LineEvent, isGone: Bool)] = [(":quit", false), (.endOfInput, true)]
    for (event, isGone) in leaving {
      let stage = try Stage()
      stage.columns = 200
      let repl = Repl(
        "shop", catalog, on: stage.surface,
        from: ScriptedSource(["tea", "1", event], isGone: isGone), histories: stage.histories,
        library: library, shellCommand: { "shop resume \($0) --till 2" }, wake: {}
      ) { stage.environment }
      switch repl.run() {
      case .left, .gone: break
      case let end: Issue.record("\(end)")
      }
      let session = try #require(try library.store.sessions().first)
      let id = library.shortID(of: session.id)
      #expect(
        stage.messages.suffix(2) == [
          "Paused: Tea. Your answers are saved.",
          "To resume, type “shop resume \(id) --till 2”.",
        ])
      try library.store.remove(session.id)
    }
    let stage = try Stage()
    stage.columns = 200
    _ = repl(stage, "tea", "1", ":quit")
    let id = library.shortID(of: try #require(try library.store.sessions().first).id)
    #expect(stage.messages.last == "To resume, type “shop resume \(id)”.")
  }

  @Test func `rule 16: a record of the same version that does not fit is not called an older one`()
    throws
  {
    try keep(Self.first, "answer kind \"purple\"\n")
    let stage = try Stage()
    stage.columns = 200
    _ = repl(stage, "resume", ":cancel", "quit")
    let told = stage.messages.joined(separator: "\n")
    #expect(
      told.contains("does not fit the flow: lines are missing or damaged in it, or part of the"))
    #expect(!told.contains("version"), "\(told)")
  }

  @Test func `rule 16: a record of an older version is called one`() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try "flow tea 0\nnow 2026-11-20T12:00:00Z\n\nanswer kind \"green\"\n".write(
      toFile: "\(folder)/\(Self.first).flow", atomically: false, encoding: .utf8)
    let stage = try Stage()
    stage.columns = 200
    _ = repl(stage, "resume", ":cancel", "quit")
    let told = stage.messages.joined(separator: "\n")
    #expect(told.contains("version 0 before, version 1 now"), "\(told)")
    #expect(!told.contains("damaged"))
  }

  @Test func `rule 16: a record of a newer version is not called damaged`() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try "format 3\nstory tea@1\n".write(
      toFile: "\(folder)/\(Self.first).flow", atomically: false, encoding: .utf8)
    let stage = try Stage()
    stage.columns = 200
    _ = repl(stage, "sessions", "resume 1111", "quit")
    let told = stage.messages.joined(separator: " ")
    #expect(told.contains("11111111  unknown flow  saved by a newer version  "), "\(told)")
    #expect(
      told.contains(
        """
        Session 11111111 was saved by a newer version of this program (format 3; this one reads \
        formats up to 2). Nothing is lost. Update this program, then resume the session.
        """), "\(told)")
    for word in ["damaged", "unreadable", "Resuming", "Unfinished"] {
      #expect(!told.contains(word), "\(told)")
    }
    #expect(try library.store.sessions().map(\.standing) == [.newer(format: 3)])
    _ = repl(stage, "forget 1111", "y", "quit")
    #expect(stage.messages.contains { $0.contains("Forgotten: 11111111, unknown flow.") })
    #expect(try library.store.sessions().isEmpty)
  }

  @Test func `a flow that is cancelled is not kept`() throws {
    let stage = try Stage()
    _ = repl(stage, "tea", "1", ":cancel", "quit")
    #expect(stage.messages.contains("Tea cancelled. Nothing more will be done."))
    #expect(try library.store.sessions().isEmpty)
  }

  @Test func `nothing is kept before the first answer`() throws {
    let stage = try Stage()
    _ = repl(stage, "tea", .interrupted(text: ""), "quit")
    #expect(stage.messages.contains("Tea cancelled. Nothing more will be done."))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(arguments: [("", true), ("y", true), ("да", true), ("n", false), ("list", false)])
  func `the last session is offered`(answer: String, goesOn: Bool) throws {
    try keep(Self.first)
    let stage = try Stage()
    _ = repl(stage, .line(answer), .interrupted(text: ""), "quit")
    #expect(stage.messages.contains { $0.hasPrefix("Unfinished: tea") })
    #expect(stage.messages.contains { $0.hasPrefix("Resuming Tea") } == goesOn)
    #expect(stage.messages.contains("Flows:") == (answer == "list"))
  }

  @Test func `what became of each recorded step is told with its line`() throws {
    try keep(Self.first, "answer kind \"green\"\nenter milk\nanswer drops 99\nleave milk 99\n")
    let stage = try Stage()
    stage.columns = 200
    _ = repl(stage, "y", .interrupted(text: ""), "quit")
    #expect(stage.messages.contains { $0.hasSuffix("Steps kept: 1 of 2.") })
    #expect(
      stage.messages.contains(
        "  line 6: tea/milk/drops will be asked again: the answer is no longer accepted."))
    #expect(
      stage.messages.contains("The earlier record is saved beside the session’s record."))
  }

  @Test func `rule 28: a session of another world is neither offered nor resumed`() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = "\(folder)/\(Self.first).flow"
    let text = """
      format 2
      flow tea 1
      locale en_GB Europe/London
      now 2026-11-20T12:00:00Z
      world "bank A"
      session \(Self.first)

      answer kind "green"

      """
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let stage = try Stage()
    stage.columns = 200
    func repl(in world: String, _ events: LineEvent...) {
      _ = Repl(
        "shop", catalog, on: stage.surface, from: ScriptedSource(events),
        histories: stage.histories, library: library, world: world, wake: {}
      ) { stage.environment }.run()
    }
    repl(in: "bank B", "resume", "quit")
    #expect(!stage.messages.contains { $0.hasPrefix("Unfinished:") })
    #expect(
      stage.messages.contains {
        $0.contains("belongs to “bank A”, and this is “bank B”. It is saved as it was.")
      }, "\(stage.messages)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    repl(in: "bank A", "y", "3", "y", "quit")
    #expect(stage.results == ["kind green, milk 3"])
  }

  @Test func `sessions are named by a beginning, or as the last`() throws {
    try keep(Self.first)
    try keep(Self.second, "answer kind 1\nfinish 7\n")
    func found(_ name: String) throws -> String? {
      if case .found(let session, nil) = try library.find(name, for: .resuming) {
        return session.id.uuidString.lowercased()
      }
      return nil
    }
    #expect(try found("11111111-a") == Self.first)
    #expect(try found(Self.second.uppercased()) == Self.second)
    #expect(try found("LAST") == Self.first, "the last that can be resumed")
    #expect(try found("последний") == Self.first)
    #expect(try found("11") == nil)
    #expect(try found("") == nil)
    guard
      case .ambiguous(["11111111-a", "11111111-b"]) = try library.find("1", for: .resuming)
    else {
      throw FlowCancelled()
    }
    guard
      case .unknown(nearest: "11111111-a") = try library.find("11111112-a", for: .forgetting)
    else {
      throw FlowCancelled()
    }
  }

  /// A session of the flow that was left after some answers.
  private func session(_ id: String, _ answers: JSONValue...) throws -> StoredSession {
    let summary = SessionSummary(
      flow: "tea", version: 1, world: nil, started: nil, answers: 2, firstAnswers: answers,
      standing: .unfinished(at: StepPath(["tea", "milk", "drops"])), isUnderWay: false)
    return StoredSession(
      try #require(UUID(uuidString: id)), summary,
      changed: Date(timeIntervalSince1970: 1_795_176_000), isInUse: false)
  }

  @Test func `a session is listed as the list names its flow, with what was typed as it was typed`()
    throws
  {
    let stage = try Stage()
    let list = SessionList(look: .bare, words: stage.words, catalog: catalog)
    let sessions = [try session(Self.first, "ada@tea.example")]
    let row = list.lines(for: sessions, columns: 80)
    #expect(row.count == 1)
    #expect(row[0].hasPrefix("11111111  tea · ada@tea.example  2 answers  20 Nov 2026"))
    let plain = SessionList(look: .plain, words: stage.words, catalog: catalog)
    let sentence = plain.lines(for: sessions, columns: 80)[0]
    #expect(sentence.hasPrefix("11111111: tea, ada@tea.example, 2 answers, 20\u{A0}Nov\u{A0}2026"))
  }

  @Test func `a long row is cut, and the table stays one`() throws {
    let stage = try Stage()
    let list = SessionList(look: .bare, words: stage.words, catalog: catalog)
    let sessions = [
      try session(Self.first, "https://thornbury.example/1", "ada@thornbury.example", "\u{5D0}"),
      try session(Self.second, "oolong"),
    ]
    let rows = list.lines(for: sessions, columns: 72)
    #expect(rows.count == 2 && rows.allSatisfy { DisplayWidth.of($0) <= 72 })
    #expect(rows[0].contains("…  2 answers  20 Nov 2026"))
    let narrow = list.lines(for: sessions, columns: 30)
    #expect(narrow.allSatisfy { DisplayWidth.of($0) <= 30 })
    #expect(narrow.count { $0.contains("20\u{A0}Nov\u{A0}2026") } == 2, "\(narrow)")
  }

  @Test func `where only menus were answered, nothing is offered, and the session is listed`()
    throws
  {
    let menus = try session(Self.first)
    #expect(!menus.isWorthOffering && menus.isOpen)
    #expect(try session(Self.first, "ada@tea.example").isWorthOffering)
  }
}

struct KeepingTextsTests {
  @Test(
    arguments: ["en", "ru"],
    [
      StoreFailure.Code.noSpace, .notAllowed, .notSynced, .unreadable, .newerVersion, .unwritable,
      .inUse, .notFound, .exists, .closed, .openToOthers,
    ])
  func `every failure of a store has words with its place`(
    language: String, code: StoreFailure.Code
  ) throws {
    let text = try Stage(language).words(StoreFailure(code, at: "/there", "why"))
    #expect(text.contains("/there") && !text.hasPrefix("store."), "\(text)")
  }

  @Test(arguments: ["en", "ru"])
  func `who has to close a folder to others is told the command`(language: String) throws {
    let failure = StoreFailure(.openToOthers, at: "/there", "why")
    #expect(try Stage(language).words(failure).contains("chmod go-rwx /there"))
  }

  @Test func `a session in use is named by its id, and not by a path that breaks in its middle`()
    throws
  {
    let id = "11111111-aaaa-4000-8000-000000000001"
    let failure = StoreFailure(.inUse, at: "/home/ada/.local/state/shop/sessions/\(id).flow", "why")
    let text = try Stage().words(failure)
    #expect(text.contains("(\(id))") && !text.contains("/home"), "\(text)")
  }

  @Test(arguments: ["en", "ru"])
  func `every fault of a session has words`(language: String) throws {
    let faults: [ResumeFault] = [
      .unreadable(StoreFailure(.unreadable, at: "/there", "why")),
      .damaged(ScriptFault(line: 7, expected: "a name", got: "7")),
      .unknownFlow("pay", known: ["tea"]),
      .unknownVariant(UnknownVariant(flow: "tea", variant: "iced")),
      .newerVersion("tea", recorded: 3, known: 2), .ended("tea"),
      .newerFormat(recorded: 9, known: 8),
    ]
    let words = try Stage(language).words
    let texts = faults.map { words($0, of: "1f") }
    #expect(Set(texts).count == faults.count)
    #expect(texts.allSatisfy { !$0.hasPrefix("session.") && !$0.contains("%") }, "\(texts)")
    #expect(texts[1].contains("7") && texts[3].contains("iced") && texts[4].contains("3"))
    #expect(texts[6].contains("9") && texts[6].contains("8"))
  }
}
