import Foundation
import TestSupport
import Testing

/// The smallest program of somebody else's has everything that `flowline` has.
struct BookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The program, its sessions kept in a folder of the test's own.
  private func program(_ arguments: [String] = []) -> BuiltProgram {
    let places = ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"].map { ($0, folder.path) }
    var program = BuiltProgram("Book", arguments)
    program.environment = Dictionary(
      uniqueKeysWithValues: places + [("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")])
    return program
  }

  private func book(_ arguments: String...) async throws -> BuiltProgram.Result {
    try await program(arguments).run()
  }

  @Test func `runs from options, and prints the result alone`() async throws {
    let result = try await book("run", "table", "--answer", "guests=4", "--answer", "name=Ada")
    #expect(result.lines == ["A table for 4, in the name of Ada."])
    #expect(result.status == 0)
  }

  @Test func `an answer that is missing is an error with its own exit code`() async throws {
    let result = try await book(
      "run", "table", "--no-input", "--json", "--answer", "guests=4")
    #expect(result.status == 3)
    #expect(result.errors.contains("pass --answer name=VALUE"))
    #expect(result.errors.contains("book resume "))
    #expect(result.output.contains(#""status":"missing""#))
  }

  @Test func `an answer that is refused is told, and so is a wrong command line`() async throws {
    #expect(try await book("run", "table", "--no-input", "--answer", "guests=99").status == 3)
    #expect(try await book("run", "tabel").status == 2)
    #expect(try await book("run", "table", "--guests", "4").status == 2)
    let unknown = try await book("rn")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("Did you mean “book run”?"))
  }

  @Test func `without a subcommand lines start flows and answer them`() async throws {
    let result = try await program().run("table", "4", "Ada")
    #expect(result.output.contains("A table for 4, in the name of Ada."))
    #expect(result.errors.contains("This is book."))
    #expect(result.status == 0)
    // The input ends at a question.
    #expect(try await program().run("table", "4").status == 3)
  }

  @Test func `describes, lists, completes and explains itself`() async throws {
    #expect(try await book("describe", "table", "--json").output.contains(#""next":"guests""#))
    #expect(try await book("list").lines == ["table  Book a table."])
    #expect(try await book("completion", "fish").output.contains("complete -c 'book'"))
    #expect(try await book("manual", "--lang", "ru").status == 0)
  }

  @Test func `stands in the README, word for word`() throws {
    let project = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../..").standardizedFileURL
    let source = try String(
      contentsOf: project.appending(path: "Samples/Book/main.swift"), encoding: .utf8)
    let readme = try String(contentsOf: project.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(source)```"))
  }
}
