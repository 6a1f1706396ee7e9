import Flowline
import FlowlineTerminal
import Foundation
import Testing

@testable import FlowlineProgram

/// What commands say of a file that a newer version of the program wrote.
final class NewerFormatTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "flowline-newer-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a script for its owner alone; returns its path.
  private func write(_ text: String) throws -> String {
    let path = "\(folder)/tea.flow"
    let isWritten = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    try #require(isWritten)
    return path
  }

  private static let newer = "format 3\nstory tea@1\n"

  private func replay(_ path: String, in language: String) throws -> ReplayFile.Result {
    try Program.$current.withValue(Program(name: "book", world: ProgramWorld(FlowCatalog()))) {
      let world = try World(Settings(language: language), NoProgramOptions(), for: .listing)
      return ReplayFile(
        path: path, world: world, isLive: false, isUpdating: true, secrets: [:]
      ).run()
    }
  }

  @Test(arguments: [("en", "It is not damaged"), ("ru", "Она не повреждена")])
  func `rule 16: a script of a newer version is not replayed, and not called damaged`(
    language: String, words: String
  ) throws {
    let path = try write(Self.newer)
    let result = try replay(path, in: language)
    #expect(result.verdict == .unusable && result.lines.count == 1)
    let line = try #require(result.lines.first)
    #expect(line.hasPrefix("\(path): ") && line.contains(words), "\(line)")
    #expect(line.contains("3") && line.contains("2"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.newer, "it is updated")
    let damaged = try replay(try write("format x\n"), in: language)
    #expect(damaged.lines.first?.contains(words) == false)
  }

  @Test(arguments: [("en", "It is not damaged"), ("ru", "Она не повреждена")])
  func `rule 16: a script of a newer version is not said to hold no answers`(
    language: String, words: String
  ) throws {
    let path = try write(Self.newer)
    let texts = Usage.words(for: ["--lang", language])
    var answers = PreparedAnswers()
    let fault = #expect(throws: AnswersFault.self) {
      try AnswersFile(path: path, flow: "tea", words: texts).add(to: &answers)
    }
    let message = try #require(fault?.message)
    #expect(message.contains(path) && message.contains(words), "\(message)")
    #expect(!message.contains("holds no answers") && !message.contains("нет ответов"))
  }
}
