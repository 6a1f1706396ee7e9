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
    _ answers: KeyValuePairs<String, String>, from list: String = "names.txt"
  ) async throws -> BuiltProgram.Result {
    let given = ["list": folder.file(list), "prizes": "8", "publish": "yes"].map { ($0, $1) }
    let all = (given + answers.map { ($0.key, $0.value) }).flatMap { ["--answer", "\($0)=\($1)"] }
    return try await program(["run", "draw", "--no-input"] + all).run()
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

  @Test func `a list that is not there, or that has no names, is refused`() async throws {
    let missing = try await draw([:], from: "nowhere.txt")
    #expect(missing.status == 3)
    #expect(words(missing.errors).contains("There is no file at"), "\(missing.errors)")
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
