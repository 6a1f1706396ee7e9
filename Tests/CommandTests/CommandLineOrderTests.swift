import Testing

@testable import FlowlineProgram

struct CommandLineOrderTests {
  @Test(arguments: [
    (["--lang", "ru", "run", "x"], ["run", "--lang", "ru", "x"]),
    (["--now=1", "--plain", "list"], ["list", "--now=1", "--plain"]),
    (["--data", "list"], ["--data", "list"]),
    (["--json", "list"], ["--json", "list"]),
    (["run", "--lang", "ru", "list"], ["run", "--lang", "ru", "list"]),
    ([], []),
  ])
  func `common options may stand before the subcommand`(typed: [String], parsed: [String]) {
    #expect(CommandLineOrder.arranged(typed) == parsed)
  }
}
