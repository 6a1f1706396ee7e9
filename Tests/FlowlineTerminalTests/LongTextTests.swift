import Flowline
import Testing

@testable import FlowlineTerminal

/// Texts of several lines: in an editor, or line by line.
struct LongTextTests {
  struct NoteFlow: Flow {
    let id: FlowID = "note"

    func run(_ context: FlowContext) async throws -> String {
      let first = try await context.run(
        LongTextScreen("note", "Anything to add?", length: 0...60).label("Note"))
      guard try await context.run(ConfirmScreen("sure", "Sure?")) else { throw FlowCancelled() }
      return first
    }
  }

  @Test func `lines until a dot alone`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["one", "", "..", "../dot", "::colon", ".", "y"])
    let report = try stage.walk(NoteFlow(), from: source)
    #expect(report.outcome?.result == "one\n\n.\n../dot\n:colon")
    #expect(stage.messages.contains("✓ Note: one (5 lines)"))
    #expect(stage.messages.filter { $0.contains("saved as") } == ["This line is saved as “.”."])
    let russian = try Stage("ru", look: .plain)
    _ = try russian.walk(NoteFlow(), "раз", "два", ".", "д")
    #expect(russian.messages.contains("Note: раз (2 строки)."))
  }

  @Test(arguments: [
    ("one\n", "", ".", ".."), ("one\n", "", "..dot", "..dot"), ("one\n", "x", "..", "..."),
    ("one\n", "x", ":help", "::help"), ("one\n", "", "::colon", "::colon"),
    ("one\n", "x", " :help", "::help"), ("one\n.", "x", "end", ".end"), ("one\n.", "x", ".", "..."),
    ("one\n", "x", "", ""),
  ])
  func `what is left behind a pasted line is text`(
    pasted: String, typed: String, rest: String, offered: String
  ) {
    var draft = LongTextDraft(presentation: 1)
    #expect(draft.paste(pasted, behind: typed, before: rest) == [typed + "one"])
    #expect(draft.offeredLine == offered)
  }

  @Test func `what is pasted keeps its lines, and none of them ends the text`() throws {
    let stage = try Stage()
    let source = ScriptedSource([
      .pasted("Dear Bob,\r\n.\n:quit\n\tThe ", behind: "..To: ", before: "!"), "invoice", ".", "y",
    ])
    let report = try stage.walk(NoteFlow(), from: source)
    #expect(source.requests[0].takesLines)
    #expect(source.requests[1].initialText == " The !")
    #expect(report.outcome?.result == "..To: Dear Bob,\n.\n:quit\ninvoice")
    #expect(stage.messages.contains("> :quit"), "\(stage.messages)")
    #expect(source.requests.last?.takesLines == false)
  }

  @Test(arguments: [(".", ".."), ("..", "..."), (":back", "::back"), ("..x", "..x"), ("x", "x")])
  func `the last line that is pasted is offered so that Enter takes it as text`(
    last: String, offered: String
  ) throws {
    var draft = LongTextDraft(presentation: 1)
    #expect(draft.paste("a\n\(last)", behind: "", before: "") == ["a"])
    #expect(draft.offeredLine == offered)
    guard case .answer(let content) = PromptLine(draft.offeredLine) else {
      Issue.record("\(draft.offeredLine) is a command")
      return
    }
    #expect(draft.take(content) == nil)
    #expect(draft.whole == "a\n\(last)")
  }

  @Test(arguments: [
    ("..", "."), ("...", ".."), ("../x", "../x"), (".x", ".x"), (". .", ". ."), (" .", " ."),
  ])
  func `a line arrives as it is typed, and dots alone as one fewer`(typed: String, kept: String) {
    var draft = LongTextDraft(presentation: 1)
    #expect(draft.take(typed) == nil)
    #expect(draft.take(".") == kept)
  }

  @Test func `a pasted line that is a dot is kept, and seen as what it is`() throws {
    let stage = try Stage()
    stage.columns = 100
    let source = ScriptedSource(
      [.pasted("one\n.\ntwo", behind: "", before: ""), "two", ".", "y"], draws: true, columns: 100)
    let report = try stage.walk(NoteFlow(), from: source)
    #expect(source.screens[1].contains("> one") && source.screens[1].contains("> ."))
    #expect(report.outcome?.result == "one\n.\ntwo")
  }

  @Test func `a text that may be empty says how it is skipped`() throws {
    let drawn = ScriptedSource(["one", ".", "y"], draws: true, columns: 100)
    let stage = try Stage()
    stage.columns = 100
    _ = try stage.walk(NoteFlow(), from: drawn)
    #expect(drawn.screens[0].last?.hasPrefix("“.” skips it") == true)
    #expect(drawn.screens[1].last?.hasPrefix("“.” alone ends the text") == true)
    let plain = try Stage(look: .plain)
    plain.columns = 200
    _ = try plain.walk(NoteFlow(), ".", "y")
    #expect(plain.messages.contains { $0.hasSuffix("With nothing typed, the dot skips it.") })
  }

  @Test func `all of its lines go when the text was taken`() throws {
    let stage = try Stage()
    stage.columns = 100
    let source = ScriptedSource(["one", "two", ".", "y"], draws: true, columns: 100)
    _ = try stage.walk(NoteFlow(), from: source)
    #expect(source.screens[2].dropFirst(2).prefix(3) == ["> one", "> two", "> "])
    #expect(!source.screens[3].contains("> one"))
  }

  /// Asks for a text that is filled in already.
  private struct LetterFlow: Flow {
    let id: FlowID = "letter"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(
        LongTextScreen(
          "body", "What to write?", length: 1...100, default: "Dear Ada,\n\nGood morning."))
    }
  }

  private func write(_ source: ScriptedSource) throws -> WalkReport {
    let stage = try Stage()
    stage.columns = 100
    return try stage.walk(LetterFlow(), from: source)
  }

  @Test func `a text that is filled in is seen, and a dot alone keeps it`() throws {
    let source = ScriptedSource(["."], draws: true, columns: 100)
    let report = try write(source)
    #expect(report.outcome?.result == "Dear Ada,\n\nGood morning.")
    let screen = try #require(source.screens.first)
    #expect(
      screen.suffix(5) == [
        "  Dear Ada,", "  ", "  Good morning.", "> ",
        "“.” keeps it · type to replace it · :help",
      ])
  }

  @Test func `lines take the place of what is filled in`() throws {
    let source = ScriptedSource(["Hello.", "."], draws: true, columns: 100)
    let report = try write(source)
    #expect(report.outcome?.result == "Hello.")
    let screen = try #require(source.screens.last)
    #expect(screen.suffix(3) == ["> Hello.", "> ", "“.” alone ends the text · :help"])
    #expect(!screen.contains("  Dear Ada,"))
  }

  @Test func `the editor is spoken of if there is one`() throws {
    let source = ScriptedSource([""], draws: true, columns: 100, edits: [.edited("Edited.")])
    let report = try write(source)
    #expect(report.outcome?.result == "Edited.")
    #expect(source.edited == ["Dear Ada,\n\nGood morning."])
    let keys = "Enter opens your editor · “.” keeps it · type to replace it · :help"
    #expect(source.screens.first?.last == keys)
  }

  @Test(arguments: [Look.bare, .plain])
  func `where nothing is drawn over the text stands below its question`(look: Look) throws {
    let stage = try Stage(look: look)
    stage.columns = 200
    _ = try stage.walk(LetterFlow(), ".")
    let note = "You already have 3 lines. A single dot keeps them; new lines replace them."
    let place = try #require(stage.messages.firstIndex(of: "  Good morning."))
    #expect(stage.messages[place + 1] == note)
    // Neither in brackets nor as what Enter takes.
    #expect(!stage.messages.contains { $0.contains("Dear Ada, Good") })
    #expect(!stage.messages.contains { $0.contains("editor") })
  }

  @Test func `commands hold between the lines`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["one", ":state", ":stat", "two", ".", "y"])
    let report = try stage.walk(NoteFlow(), from: source)
    #expect(report.outcome?.result == "one\ntwo")
    #expect(stage.messages.contains { $0.hasPrefix("Error: There is no command “:stat”.") })
    #expect(source.requests[3].initialText == ":stat")
  }

  @Test func `Enter alone opens the editor`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["", "y"], edits: [.edited("one\ntwo")])
    let report = try stage.walk(NoteFlow(), from: source)
    #expect(report.outcome?.result == "one\ntwo")
    #expect(source.edited == [""])
  }

  @Test func `without an editor that is said, and lines are typed`() throws {
    let stage = try Stage()
    let report = try stage.walk(NoteFlow(), "", "one", ".", "y")
    #expect(report.outcome?.result == "one")
    #expect(stage.messages.contains { $0.hasPrefix("No editor is set in VISUAL or EDITOR.") })
  }

  @Test(arguments: [
    LongTextFailure.exit(code: 1), .signal(9), .notStarted(code: 2), .file(code: 13), .notUTF8,
    .tooLong(limit: 10),
  ])
  func `an editor that fails is told, and the question stands`(failure: LongTextFailure) throws {
    for language in ["en", "ru"] {
      let stage = try Stage(language)
      let source = ScriptedSource(["", "one", ".", "y"], edits: [.failed(failure)])
      let report = try stage.walk(NoteFlow(), from: source)
      #expect(report.outcome?.result == "one")
      #expect(stage.messages.contains { $0.hasPrefix(language == "en" ? "Error: " : "Ошибка: ") })
      #expect(!stage.messages.contains { $0.contains("long-text.") })
    }
  }

  @Test func `a text that is refused is there to be edited`() throws {
    let stage = try Stage()
    stage.columns = 200
    let long = String(repeating: "x", count: 61)
    let source = ScriptedSource(["", "", "y"], edits: [.edited(long), .edited("short")])
    let report = try stage.walk(NoteFlow(), from: source)
    #expect(report.outcome?.result == "short")
    #expect(source.edited == ["", long])
    #expect(stage.messages.contains { $0.hasPrefix("You already have 1 line.") })
  }

  @Test func `rule 12: after a step back the text stands, and a dot takes it`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["one", "two", ".", ":back", ".", "y"])
    let report = try stage.walk(NoteFlow(), from: source)
    #expect(report.outcome?.result == "one\ntwo")
    #expect(stage.messages.contains { $0.hasPrefix("You already have 2 lines.") })
  }

  @Test func `lines that were not sent outlive a look at something else`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["one", ".", "n"])
    _ = try stage.walk(NoteFlow(), from: source)
    let report = try stage.walk(NoteFlow(), "one", .interrupted(text: ""), "two", ".", "y")
    #expect(report.outcome?.result == "two")
    #expect(stage.messages.contains { $0.hasPrefix("Cleared.") })
  }

  @Test func `without a terminal the lines come until a dot or the end`() throws {
    let stage = try Stage()
    let mode = WalkMode(isAttended: false)
    let dotted = try stage.walk(NoteFlow(), "one", "two", ".", "y", mode: mode)
    #expect(dotted.outcome?.result == "one\ntwo")
    let ended = try stage.walk(NoteFlow(), "one", "two", mode: mode)
    #expect(ended.journal.text.contains(#"answer note "one\ntwo""#))
    let none = try stage.walk(NoteFlow(), mode: mode)
    guard case .missing(let prompt) = none.end else {
      Issue.record("\(none.end)")
      return
    }
    #expect(prompt.id == "note")
  }
}

/// Secrets that are typed twice.
struct RepeatedSecretTests {
  struct SecretFlow: Flow {
    let id: FlowID = "secret"

    func run(_ context: FlowContext) async throws -> Int {
      try await context.run(
        SecretScreen("password", "A password?", length: 8...64, isRepeated: true)
      ).reveal().count
    }
  }

  @Test func `rule 22: both lines are hidden, and have to be the same`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["correct horse", "correct hors", "correct horse", "correct horse"])
    let report = try stage.walk(SecretFlow(), from: source)
    #expect(report.outcome?.result == 13)
    #expect(source.hidden == 4)
    #expect(source.requests.map(\.prompt.plainText) == ["> ", "Again: ", "> ", "Again: "])
    #expect(stage.messages.contains("Error: The two do not match. Type it twice again."))
    #expect(!stage.messages.joined().contains("correct"))
  }

  @Test func `the same letters in another form are the same`() throws {
    let stage = try Stage()
    let report = try stage.walk(
      SecretFlow(), "\u{439}\u{451}longer", "\u{438}\u{306}\u{435}\u{308}longer")
    #expect(report.outcome?.result == 8)
  }

  @Test func `what is refused is not asked for twice`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["short", "correct horse", "correct horse"])
    _ = try stage.walk(SecretFlow(), from: source)
    #expect(source.requests.map(\.prompt.plainText) == ["> ", "> ", "Again: "])
  }

  @Test func `back leads to the first line, commands hold, and a secret may look like one`() throws
  {
    let stage = try Stage(look: .plain)
    let source = ScriptedSource([
      "correct horse", .back(text: ""), ":not a command", ":not a command",
    ])
    let report = try stage.walk(SecretFlow(), from: source)
    #expect(report.outcome?.result == 14)
    #expect(source.requests[1].prompt.plainText == "Once more (hidden): ")
    let quit = try stage.walk(SecretFlow(), "correct horse", ":quit")
    guard case .quit = quit.end else {
      Issue.record("\(quit.end)")
      return
    }
  }

  @Test func `without a terminal once is enough`() throws {
    let stage = try Stage()
    let report = try stage.walk(
      SecretFlow(), "correct horse", mode: WalkMode(isAttended: false))
    #expect(report.outcome?.result == 13)
  }
}
