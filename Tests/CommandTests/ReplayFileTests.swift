import Flowline
import FlowlineTerminal
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FlowlineProgram

/// Scripts in files: how they are played, and what becomes of the file.
struct ReplayFileTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  /// Writes a file for its owner alone; returns its path.
  @discardableResult
  private func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = "\(folder)/\(name)"
    let isWritten = FileManager.default.createFile(
      atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    try #require(isWritten)
    return path
  }

  private func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  private func replay(
    _ path: String, of flow: some Flow<String>, isLive: Bool = false, isUpdating: Bool = false,
    in language: String = "en"
  ) throws -> ReplayFile.Result {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Played.")
    return try Program.$current.withValue(Program(name: "book", world: ProgramWorld(catalog))) {
      let world = try World(Settings(language: language), NoProgramOptions(), for: .listing)
      return ReplayFile(
        path: path, world: world, isLive: isLive, isUpdating: isUpdating, secrets: [:]
      ).run()
    }
  }

  /// Asks for a sum and pays it.
  private final class Paying: Flow {
    struct Closed: Error, CustomStringConvertible {
      let description = "the bank is closed"
    }

    let id: FlowID = "paying"
    private let isClosed: Bool
    private let count = Mutex(0)

    /// How often it was really paid.
    var payments: Int { count.withLock { $0 } }

    init(isClosed: Bool = false) { self.isClosed = isClosed }

    func run(_ context: FlowContext) async throws -> String {
      let sum = try await context.run(NumberScreen("sum", "Sum?", in: 1...9))
      return try await context.commit("pay") { _ in
        if self.isClosed { throw CommitNotSent(Closed()) }
        self.count.withLock { $0 += 1 }
        return "paid \(sum)"
      }
    }
  }

  private static let lines = ["flow paying 1", "answer sum 5", "done pay \"paid 5\""]
  private static let end = "finish \"paid 5\""

  private static func script(_ front: String, _ end: String) -> [UInt8] {
    Array((lines + [Self.end]).map { front + $0 + end }.joined().utf8)
  }

  @Test(arguments: ["", " ", "\t", "\t  "], ["\n", "\r\n", " \t\n"])
  func `a recording is not played live, however it is written`(
    front: String, end: String
  ) throws {
    let flow = Paying()
    let path = try write(Self.script(front, end), to: "paid.flow")
    let result = try replay(path, of: flow)
    #expect(result.verdict == .same, "\(result.lines)")
    #expect(flow.payments == 0)
    #expect(try replay(path, of: flow, isLive: true).verdict == .same)
    #expect(flow.payments == 1)
  }

  @Test(arguments: [
    ("en", "“paying/pay” is held, and nothing was done: ", "finished"),
    ("ru", "Шаг «paying/pay» остановлен, ничего не сделано: ", "завершено"),
  ])
  func `a script that comes to what is held is not finished, and never updated`(
    language: String, words: String, end: String
  ) throws {
    let script = Self.script("", "\n")
    let path = try write(script, to: "held.flow")
    let result = try replay(
      path, of: Paying(isClosed: true), isLive: true, isUpdating: true, in: language)
    #expect(result.verdict == .unfinished && !result.isAtWork)
    let line = try #require(result.lines.first)
    #expect(line.contains(words) && line.contains("the bank is closed"), "\(line)")
    #expect(line.contains(end))
    #expect(try contents(path) == script)
  }

  /// Asks for a receipt and reads it.
  private struct Receipt: Flow {
    let id: FlowID = "receipt"

    func run(_ context: FlowContext) async throws -> String {
      let receipt = try await context.run(FileScreen("file", "Receipt?", accepting: [.pdf]))
      let files = context.files
      return try await context.load("text") {
        String(decoding: try await files.contents(of: receipt).bytes, as: UTF8.self)
      }
    }
  }

  @Test func `a file of a script is beside it`() throws {
    let lunch = FileContents(Array("%PDF-1.7 lunch".utf8), named: "lunch.pdf")
    let script = """
      flow receipt 1
      answer file \(lunch.file.json.text)
      finish "%PDF-1.7 lunch"

      """
    let path = try write(Array(script.utf8), to: "lunch.flow")
    let missing = try replay(path, of: Receipt())
    #expect(missing.verdict == .unfinished)
    #expect(missing.lines.first?.contains("lunch.pdf") == true, "\(missing.lines)")
    try write(lunch.bytes, to: "lunch.flow.\(lunch.file.digest.fileName)")
    let result = try replay(path, of: Receipt())
    #expect(result.verdict == .same, "\(result.lines)")
  }

  @Test(arguments: [
    ("en", "line-2: expected a verb", "“anser” (did you mean “answer”?)", "the last line"),
    ("ru", "Ожидалось: слово", "«anser» (может быть, «answer»?)", "у последней строки"),
  ])
  func `damage and notes are told in the language of the line`(
    language: String, expected: String, got: String, note: String
  ) throws {
    let damaged = try write(Array("flow paying 1\nanser sum 5\n".utf8), to: "damaged.flow")
    let line = try #require(replay(damaged, of: Paying(), in: language).lines.first)
    #expect(line.contains(expected.replacing("line-2", with: "damaged.flow:2")), "\(line)")
    #expect(line.contains(got), "\(line)")
    let torn = try write(Array("flow paying 1\nanswer sum 5\nfinish \"pa".utf8), to: "torn.flow")
    let result = try replay(torn, of: Paying(), in: language)
    #expect(result.verdict == .same)
    #expect(result.lines.first?.contains(note) == true, "\(result.lines)")
  }

  @Test func `a newer version of the flow is named with the one that is known`() throws {
    let path = try write(Array("flow paying 2\nanswer sum 5\n".utf8), to: "newer.flow")
    let line = try #require(replay(path, of: Paying()).lines.first)
    #expect(line.contains("version 2 of “paying”, and this program has version 1."), "\(line)")
  }

  @Test func `the last line of an editor that ends none is compared`() throws {
    let path = try write(Array(Self.script("", "\n").dropLast()), to: "unended.flow")
    let result = try replay(path, of: Paying())
    #expect(result.verdict == .same && result.lines.count == 1, "\(result.lines)")
    let wrong = try write(
      Array("flow paying 1\nanswer sum 5\nfinish \"paid 6\"".utf8), to: "wrong.flow")
    #expect(try replay(wrong, of: Paying()).verdict == .different)
  }

  @Test func `an update keeps the line ends, the mark and the remarks of a file`() throws {
    let old =
      "\u{FEFF}# mine\r\n\tflow paying 1\r\nanswer  sum 5\r\n# so\nfinish \"x\"\r\n# the end"
    let path = try write(Array(old.utf8), to: "old.flow")
    let result = try replay(path, of: Paying(), isUpdating: true)
    #expect(result.verdict == .updated, "\(result.lines)")
    let new = try #require(String(validating: contents(path), as: UTF8.self))
    let session = try #require(Script(parsing: new.utf8, from: .file).session)
    let head =
      "\u{FEFF}# mine\r\nformat 2\r\n\tflow paying 1\r\n"
      + "session \(session.uuidString.lowercased())\r\n"
    #expect(
      Array(new.utf8)
        == Array(
          (head + "answer  sum 5\r\n# so\nfinish \"paid 5\"\r\n# the end").utf8))
    let again = try replay(path, of: Paying(), isUpdating: true)
    #expect(again.verdict == .same, "\(again.lines)")
  }
}
