import ArgumentParser
import Synchronization
import Testing

@testable import FlowlineProgram

/// Options that count how often the parser makes them to read their declarations.
private struct CountedOptions: ProgramOptions {
  private static let made = Mutex(0)

  @Option var place = "here"

  init() { Self.made.withLock { $0 += 1 } }

  func world(for use: ProgramUse, in run: ProgramRun) -> ProgramWorld {
    Program.current.world
  }

  /// How many are made while a line is parsed.
  static func count(in parse: () throws -> (any ParsableCommand)?) throws -> Int {
    let before = made.withLock { $0 }
    let command = try parse()
    _ = try #require(command)
    return made.withLock { $0 } - before
  }
}

/// A command line is parsed by its own command if possible.
struct SingleCommandTests {
  private typealias Root = RootCommand<NoProgramOptions>

  @Test func `options are declared as often as if the command were the only one`() throws {
    typealias Counted = RootCommand<CountedOptions>
    let order = CommandLineOrder(of: Counted.self)
    let line = ["--place", "there"]
    let list = try CountedOptions.count { try ListCommand<CountedOptions>.parseAsRoot(line) }
    let listOfProgram = try CountedOptions.count {
      Counted.singleCommand(of: order.arranged(["list"] + line), in: order)
    }
    #expect(listOfProgram == list)
    let prompt = try CountedOptions.count { try ReplCommand<CountedOptions>.parseAsRoot(line) }
    let promptOfProgram = try CountedOptions.count {
      Counted.singleCommand(of: order.arranged(line), in: order)
    }
    #expect(promptOfProgram == prompt)
  }

  @Test(arguments: [
    ["list", "--json"], ["run", "--lang", "ru", "x", "--answer", "city=York"],
    ["--plain", "replay", "--", "--version"], ["--lang", "ru"], ["--protocol", "jsonl"],
    ["completion", "bash"],
  ])
  func `it is the same command as in the tree`(line: [String]) throws {
    let order = CommandLineOrder(of: Root.self)
    let arguments = order.arranged(line)
    let found = Root.singleCommand(of: arguments, in: order)
    let single = try #require(found)
    let whole = try Root.parseAsRoot(arguments)
    #expect("\(single)" == "\(whole)")
  }

  @Test(
    arguments: [
      [], ["help"], ["help", "list"], ["--help"], ["list", "--help"], ["list", "-h"], ["--version"],
      ["list", "--version"], ["list", "x"], ["list", "help"], ["run"], ["--x"], ["x"],
      ["--protocol", "jsonl", "list"], ["--generate-completion-script", "zsh"],
      ["list", "--generate-completion-script", "zsh"], ["list", "--experimental-dump-help"],
      ["---completion", "run", "--", "positional@0", "2", "0", "book", "run", ""],
    ] as [[String]])
  func `messages, help and completions are left to the tree`(line: [String]) {
    Program.$current.withValue(Program(name: "book", version: "1.2")) {
      let order = CommandLineOrder(of: Root.self)
      let single = Root.singleCommand(of: order.arranged(line), in: order)
      let name = single.map { "\(type(of: $0))" }
      #expect(name == nil)
    }
  }
}
