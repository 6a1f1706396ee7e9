import Foundation
import TestSupport
import Testing

/// A draw from the command line, whose winners are published once for each list.
struct RaffleTests {
  private let folder: TemporaryFolder
  private let names = (1...40).map { "Player \($0)" }

  init() throws {
    folder = try TemporaryFolder()
    try write(names + ["Player 7"])
  }

  private func write(_ names: [String]) throws {
    try folder.write(names.map { $0 + "\n" }.joined(), to: "names.txt")
  }

  private func program(_ arguments: [String]) -> BuiltProgram {
    let places = ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"].map { ($0, folder.path) }
    var program = BuiltProgram("Raffle", arguments)
    program.environment = Dictionary(
      uniqueKeysWithValues: places + [("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")])
    return program
  }

  /// Draws eight winners, so that two draws are hardly ever the same.
  private func draw(
    _ answers: KeyValuePairs<String, String>, from list: String = "names.txt", _ options: String...
  ) async throws -> BuiltProgram.Result {
    let given = ["list": folder.file(list), "prizes": "8", "publish": "yes"].map { ($0, $1) }
    let all = (given + answers.map { ($0.key, $0.value) }).flatMap { ["--answer", "\($0)=\($1)"] }
    return try await program(["run", "draw", "--no-input"] + options + all).run()
  }

  /// The words of an error, whose lines may be broken anywhere.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private var published: [UInt8] {
    get throws { try folder.bytes(of: "names.txt.winners") }
  }

  @Test func `winners are published once, whichever session draws from the list`() async throws {
    let first = try await draw(["repeated": ""])
    #expect(first.status == 0, "\(first.errors)")
    let before = try published
    let winners = String(decoding: before, as: UTF8.self).split(separator: "\n").dropFirst()
    #expect(winners.count == 8 && Set(winners).count == 8)
    #expect(winners.allSatisfy { names.contains(String($0)) })
    #expect(first.lines == ["The winners: \(winners.joined(separator: ", "))."])

    let second = try await draw(["repeated": "", "earlier": ""])
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.lines == first.lines)
    #expect(try published == before)
  }

  @Test func `the winners of another list stay where they are`() async throws {
    #expect(try await draw(["repeated": ""]).status == 0)
    let before = try published
    try write(names + ["Player 41"])
    let other = try await draw(["other-list": ""])
    #expect(other.status == 5, "\(other.errors)")
    #expect(try published == before)
  }

  @Test func `a file of winners that cannot be read is named in words, in the person's language`()
    async throws
  {
    try FileManager.default.createDirectory(
      atPath: folder.file("names.txt.winners"), withIntermediateDirectories: false)
    let english = try await draw(["repeated": ""])
    let russian = try await draw(["repeated": ""], "--lang", "ru")
    for result in [english, russian] {
      #expect(result.status == 1)
      #expect(!result.errors.contains("NSCocoaErrorDomain"), "\(result.errors)")
    }
    #expect(words(english.errors).contains("“names.txt.winners” cannot be read. Check that"))
    #expect(words(english.errors).contains("was not sent"), "\(english.errors)")
    #expect(words(russian.errors).contains("Не удалось прочитать «names.txt.winners»"))
    #expect(try folder.names(in: "names.txt.winners") == [])
  }

  @Test func `a list that is not there, cannot be read or has no names is refused`() async throws {
    let missing = try await draw([:], from: "nowhere.txt")
    #expect(missing.status == 3)
    #expect(words(missing.errors).contains("There is no file at"), "\(missing.errors)")
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: false)
    let unreadable = try await draw([:], from: "folder")
    #expect(unreadable.status == 3)
    #expect(words(unreadable.errors).contains("“folder” cannot be read"), "\(unreadable.errors)")
    try folder.write("\n \n", to: "empty.txt")
    let empty = try await draw([:], from: "empty.txt")
    #expect(empty.status == 3)
    #expect(words(empty.errors).contains("There are no names in this file"), "\(empty.errors)")
  }

  @Test func `going back and coming again draws the same winners, and passes over the notice`()
    async throws
  {
    let path = folder.file("names.txt")
    let result = try await program([]).run(
      "draw", path, "", "8", ":back", ":back", path, "", "8", "no")
    let drawn = result.errors.split(separator: "\n").filter {
      $0.trimmingPrefix(while: \.isWhitespace).hasPrefix("Prize ")
    }
    #expect(drawn.count == 16, "\(result.errors)")
    #expect(drawn.prefix(8) == drawn.suffix(8))
    #expect(result.errors.ranges(of: "each counts once").count == 2, "\(result.errors)")
  }
}
