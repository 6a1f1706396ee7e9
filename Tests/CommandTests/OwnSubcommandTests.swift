import ArgumentParser
import Flowline
import FlowlineTerminal
import Foundation
import Testing

@testable import FlowlineCommand
@testable import FlowlineProgram

/// Options of a program with a subcommand of its own.
private struct StockOptions: ProgramOptions {
  @ArgumentParser.Option(help: "The shop.") var shop = "here"

  static var subcommands: [any ParsableCommand.Type] { [CountStock.self] }

  func world(for use: ProgramUse, in run: ProgramRun) -> ProgramWorld {
    Program.current.world
  }
}

/// A subcommand that is called after its type, and takes none of the program's options.
private struct CountStock: ParsableCommand {
  @Argument var shelf: String

  func run() throws {
    if shelf.isEmpty { throw ValidationError("Which shelf?") }
    throw ExitCode(Int32(shelf.count))
  }
}

/// Subcommands of a program's own are in the one table.
struct OwnSubcommandTests {
  private typealias Shop = RootCommand<StockOptions>
  private typealias Root = RootCommand<FlowlineOptions>

  private static func manual<Own: ProgramOptions>(of root: RootCommand<Own>.Type) throws -> String {
    let words = Words.ofProgram(in: "en_GB")
    let dump = try HelpText.speaking(words) { try JSONValue(parsing: root._dumpHelp()) }
    return ManualPage(
      root: try #require(dump["command"]), files: [], words: words,
      terminal: Words(words.environment)
    ).roff
  }

  @Test(
    arguments: [(["count-stock", "abc"], 3), (["count-stock"], 2), (["count-stock", ""], 2)]
      as [([String], Int32)])
  func `one of another program is followed, and what it throws is the exit code`(
    line: [String], status: Int32
  ) {
    #expect(FlowProgram("book", options: StockOptions.self).status(of: line) == status)
  }

  @Test func `one of another program is in help, manual and suggestions`() throws {
    try Program.$current.withValue(Program(name: "book")) {
      let help = HelpText.speaking(Words.ofProgram(in: "en_GB")) { Shop.helpMessage() }
      #expect(help.contains("\n  count-stock"))
      let manual = try Self.manual(of: Shop.self)
      #expect(manual.contains(#"book count\-stock SHELF"#))
      // What the others take is listed once all the same.
      #expect(manual.components(separatedBy: #"\fB\-\-shop SHOP\fR"#).count == 2)
      #expect(manual.components(separatedBy: #"\fB\-\-lang LANG\fR"#).count == 2)
      let order = CommandLineOrder(of: Shop.self)
      #expect(
        Suggestion.fault(in: ["count-stok"], order, words: Words.ofProgram(in: "en_GB"))
          == "There is no command “count-stok”. Did you mean “book count-stock”?")
    }
  }

  @Test(arguments: [
    ("en_GB", "Serve the flows as pages for people", "Serve the flows as tools", "Passed on"),
    ("ru_RU", "Открыть сценарии людям", "Предоставить сценарии", "Передаются программе"),
  ])
  func `serve and mcp have help in the language of the person`(
    locale: String, pages: String, tools: String, arguments: String
  ) {
    Program.$current.withValue(Program(name: "flowline")) {
      let help = HelpText.speaking(Words.ofProgram(in: locale)) {
        (
          Root.helpMessage(includeHidden: false, columns: 1000),
          Root.helpMessage(for: ServeCommand.self, includeHidden: false, columns: 1000),
          Root.helpMessage(for: MCPCommand.self, includeHidden: false, columns: 1000)
        )
      }
      #expect(help.0.contains(pages) && help.0.contains(tools), "\(help.0)")
      #expect(help.1.contains(pages) && help.1.contains(arguments), "\(help.1)")
      #expect(help.1.contains("USAGE: flowline serve [<argument> ...]"), "\(help.1)")
      #expect(help.2.contains(tools) && help.2.contains("flowline mcp --code"), "\(help.2)")
    }
  }

  @Test func `serve and mcp are in manual, completions and suggestions`() throws {
    try Program.$current.withValue(Program(name: "flowline")) {
      let manual = try Self.manual(of: Root.self)
      for command in ["serve", "mcp"] {
        #expect(manual.contains("flowline \(command) [ARGUMENT]..."))
        for shell in [CompletionShell.bash, .zsh, .fish] {
          #expect(Root.completionScript(for: shell).contains(command))
        }
      }
      #expect(manual.components(separatedBy: #"\fB\-\-lang LANG\fR"#).count == 2)
      let order = CommandLineOrder(of: Root.self)
      #expect(
        Suggestion.fault(in: ["srve"], order, words: Words.ofProgram(in: "en_GB"))
          == "There is no command “srve”. Did you mean “flowline serve”?")
    }
  }

  @Test(
    arguments: [
      [], ["--help"], ["-h"], ["--version"], ["-ab"], ["pages", "--port=0", ""],
      ["erase", "--yes", "--", "--lang"], ["run", "--lang", "ru"],
    ] as [[String]])
  func `every word behind serve and mcp is passed on`(words: [String]) {
    let order = CommandLineOrder(of: Root.self)
    let serve = Root.singleCommand(of: order.arranged(["serve"] + words), in: order)
    #expect((serve as? ServeCommand)?.arguments == words)
    let mcp = Root.singleCommand(of: order.arranged(["mcp"] + words), in: order)
    #expect((mcp as? MCPCommand)?.arguments == words)
  }

  @Test func `options that others take may be before serve, and are passed on as well`() {
    let order = CommandLineOrder(of: Root.self)
    let line = order.arranged(["--data", "there", "serve", "--port", "0"])
    let serve = Root.singleCommand(of: line, in: order)
    #expect((serve as? ServeCommand)?.arguments == ["--data", "there", "--port", "0"])
  }
}
