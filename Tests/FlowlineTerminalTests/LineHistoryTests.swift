import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

struct LineHistoryTests {
  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("history") }

  init() throws { temporary = try TemporaryFolder() }

  @Test func `lines come back as they were given`() throws {
    let lines = ["create-goal", "цель \\n \\", "two\nlines\r", "и\u{306} 👍", "\"quoted\"\t"]
    let first = history()
    for line in lines { first.add(line) }
    try first.save()
    let second = history()
    try second.load()
    #expect(second.entries == lines)
  }

  @Test func `blank, too long and repeated lines are left out`() {
    let history = LineHistory()
    for line in ["a", "a", "", " \t", "b", String(repeating: "x", count: 4097), "a"] {
      history.add(line)
    }
    #expect(history.entries == ["a", "b", "a"])
  }

  @Test func `two processes keep each other's lines`() throws {
    let (one, other) = (history(), history())
    one.add("a")
    try one.save()
    other.add("b")
    try other.save()
    one.add("c")
    try one.save()
    #expect(one.entries == ["a", "b", "c"])
    try other.load()
    #expect(other.entries == ["a", "b", "c"])
  }

  @Test func `many that write at once lose nothing`() async throws {
    let folder = folder
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          for line in 0..<10 {
            let history = LineHistory(kind: "text", directory: folder, patience: .max)
            history.add("\(writer)-\(line)")
            try history.save()
          }
        }
      }
      try await group.waitForAll()
    }
    let history = history("text")
    try history.load()
    #expect(Set(history.entries).count == 40)
  }

  @Test func `the oldest go beyond a thousand`() throws {
    let history = history()
    for number in 1...1100 { history.add("\(number)") }
    try history.save()
    #expect(history.entries.count == LineHistory.capacity)
    #expect(history.entries.first == "101")
    #expect(history.entries.last == "1100")
  }

  @Test func `kinds do not mix, whatever they are called`() throws {
    let odd = history("../Odd kind")
    odd.add("a")
    try odd.save()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files == ["---odd-kind.history-1"])
    let other = history()
    try other.load()
    #expect(other.entries == [])
  }

  @Test func `folder and file are for their owner alone`() throws {
    let history = history()
    history.add("a")
    try history.save()
    #expect(try permissions(folder) == 0o700)
    #expect(try permissions(folder + "/commands.history-1") == 0o600)
  }

  @Test func `damage costs only the damaged lines`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bytes = Array("good\n".utf8) + [0xFF, 0x0A] + Array("\n\nlast \\".utf8)
    try Data(bytes).write(to: URL(filePath: folder + "/commands.history-1"))
    let history = history()
    try history.load()
    #expect(history.entries == ["good", "last "])
  }

  @Test(arguments: [
    ("/proc/none/state", HistoryError.Operation.makeDirectory), ("/dev/null/x", .makeDirectory),
  ])
  func `a folder that cannot be made is an error`(
    directory: String, operation: HistoryError.Operation
  ) throws {
    let history = LineHistory(kind: "commands", directory: directory)
    history.add("a")
    let error = #expect(throws: HistoryError.self) { try history.save() }
    #expect(error?.operation == operation)
    #expect(error?.code != 0)
    #expect(history.entries == ["a"])
  }

  @Test func `a file that cannot be replaced is an error, and nothing is left behind`() throws {
    let file = folder + "/commands.history-1"
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    let history = history()
    history.add("a")
    #expect(throws: HistoryError(operation: .read, path: file, code: EISDIR)) {
      try history.save()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
  }

  private func history(_ kind: String = "commands") -> LineHistory {
    LineHistory(kind: kind, directory: folder)
  }

  private func permissions(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
