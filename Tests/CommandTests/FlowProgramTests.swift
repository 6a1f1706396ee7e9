import ArgumentParser
import Flowline
import FlowlineTerminal
import Foundation
import Testing

@testable import FlowlineProgram

/// A program that is not ours.
struct FlowProgramTests {
  private typealias Root = RootCommand<NoProgramOptions>

  private let program = Program(name: "book", version: "1.2")

  @Test func `help, completions and manual name the program, and neither ours nor a bank`() throws {
    try Program.$current.withValue(program) {
      var texts: [String] = []
      for language in ["en_GB", "ru_RU"] {
        let environment = FlowEnvironment(
          locale: Locale(identifier: language), timeZone: .gmt, now: .distantPast)
        let words = Words(environment, from: Program.texts)
        let dump = try HelpText.speaking(words) { () -> JSONValue in
          texts += [CompletionShell.bash, .zsh, .fish].map { Root.completionScript(for: $0) }
          texts.append(Root.helpMessage())
          texts += Root.configuration.subcommands.map { Root.helpMessage(for: $0) }
          return try JSONValue(parsing: Root._dumpHelp())
        }
        let manual = ManualPage(
          root: try #require(dump["command"]),
          files: [
            ProgramFile("/tables", "The tables."), ProgramFile("$XDG_CACHE_HOME/book", "Copies."),
          ], words: words, terminal: Words(environment))
        texts.append(manual.roff)
        #expect(manual.roff.contains(#"$XDG_STATE_HOME/book/sessions"#))
        #expect(manual.roff.contains("The tables."))
        // The variables of its files, and no others.
        #expect(manual.roff.contains("XDG_STATE_HOME, XDG_CACHE_HOME"))
        #expect(!manual.roff.contains("XDG_DATA_HOME"))
      }
      for text in texts {
        #expect(text.contains("book"))
        #expect(!Self.own(text).contains("flowline"), "\(text)")
        #expect(!text.lowercased().contains("bank"), "\(text)")
      }
    }
  }

  /// A text in lower case without the variable of the environment that every program of the library has.
  private static func own(_ text: String) -> String {
    text.lowercased().replacing("flowline_background", with: "")
  }

  @Test func `no text knows our program or a bank`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/FrontEnds/FlowlineProgram/Texts/Program.xcstrings")
    let texts = Self.own(try String(contentsOf: file.standardizedFileURL, encoding: .utf8))
    for word in ["flowline", "bank", "банк"] { #expect(!texts.contains(word)) }
  }

  @Test func `a program has its own version, or none`() {
    Program.$current.withValue(program) {
      #expect(Root.configuration.version == "1.2")
      #expect(Root.helpMessage().contains("--version"))
    }
    Program.$current.withValue(Program(name: "book")) {
      #expect(!Root.helpMessage().contains("--version"))
    }
  }

  @Test func `what is misspelt is told with the program's own flows`() {
    var catalog = FlowCatalog()
    catalog.add(Place(), summary: "A place.")
    let book = FlowProgram("book", catalog)
    Program.$current.withValue(book.program) {
      let order = CommandLineOrder(of: Root.self)
      let words = Usage.words(for: ["--lang", "en"])
      #expect(
        Suggestion.fault(in: ["plcae"], order, words: words)
          == "There is no command “plcae”. Did you mean “book run place”?")
      #expect(
        Suggestion.fault(in: ["place"], order, words: words)
          == "“place” is a flow. To run it: book run place")
      #expect(Completions.flows(["book", "run", ""], 2, "") == ["place"])
      #expect(Completions.answers(["book", "run", "place", "--answer", ""], 4, "") == ["city="])
    }
  }
}

private struct Place: Flow {
  let id: FlowID = "place"

  func run(_ context: FlowContext) async throws -> String {
    try await context.run(TextScreen("city", "Which city?"))
  }
}
