import ArgumentParser
import Testing

@testable import FlowlineProgram

/// Options of a program's own.
private struct PlaceOptions: ProgramOptions {
  @Option var place = "here"
  @Flag var quick = false

  func world(for use: ProgramUse, in run: ProgramRun) -> ProgramWorld {
    Program.current.world
  }
}

struct CommandLineOrderTests {
  @Test(arguments: [
    (["--lang", "ru", "run", "x"], ["run", "--lang", "ru", "x"]),
    (["--now=1", "--plain", "list"], ["list", "--now=1", "--plain"]),
    (["--place", "list"], ["--place", "list"]),
    (["--place", "there", "--quick", "list"], ["list", "--place", "there", "--quick"]),
    (["--json", "list"], ["--json", "list"]),
    (["--help", "list"], ["--help", "list"]),
    (["run", "--lang", "ru", "list"], ["run", "--lang", "ru", "list"]),
    ([], []),
  ])
  func `common options may stand before the subcommand`(typed: [String], parsed: [String]) {
    let order = CommandLineOrder(of: RootCommand<PlaceOptions>.self)
    #expect(order.arranged(typed) == parsed)
  }

  @Test func `a program's own options are found in an unfinished line`() {
    let options = DeclaredOptions(of: PlaceOptions.self)
    let words = ["shop", "run", "--lang", "ru", "--place", "there", "tea", "--quick", "--place"]
    #expect(options.taken(from: words) == ["--place", "there", "--quick", "--place"])
  }
}
