import Testing

@testable import FlowlineTerminal

struct TerminalFactsTests {
  private static let terminal = TerminalFacts.Terminals(input: true, prompt: true, output: true)

  @Test(arguments: [
    ([:], false), (["TERM": "xterm"], true), (["TERM": "dumb"], false), (["TERM": ""], false),
    (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "xterm", "NO_COLOR": "0"], false),
    (["TERM": "dumb", "CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "0"], false),
    (["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
  ])
  func `colours by the environment`(environment: [String: String], isUsed: Bool) {
    #expect((Self.facts(environment).colorDepth != .none) == isUsed)
  }

  @Test(
    arguments: [
      (["TERM": "xterm"], .basic), (["TERM": "xterm-256color"], .indexed),
      (["TERM": "xterm", "COLORTERM": "truecolor"], .full), (["TERM": "xterm-direct"], .full),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
      (["TERM": "linux"], .basic), (["TERM": "rxvt-unicode"], .basic), (["TERM": "vt100"], .basic),
      (["TERM": "xterm-kitty"], .basic), (["TERM": "Eterm"], .basic), (["TERM": "unknown"], .none),
      (["TERM": "foobar"], .none),
      (["TERM": "foobar-256color"], .indexed), (["TERM": "foobar", "FORCE_COLOR": "1"], .basic),
      (["TERM": "foobar", "COLORTERM": "truecolor"], .full),
      (["TERM": "dumb", "FORCE_COLOR": "3"], .full),
      (["TERM": "xterm", "FORCE_COLOR": "2"], .indexed),
      (["TERM": "xterm-256color", "FORCE_COLOR": "1"], .basic),
      (["TERM": "xterm-256color", "FORCE_COLOR": "0"], .none),
      (["TERM": "xterm-256color", "FORCE_COLOR": "true"], .indexed),
      (["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"], .indexed),
    ] as [([String: String], ColorDepth)])
  func `how many colours there are`(environment: [String: String], depth: ColorDepth) {
    #expect(Self.facts(environment).colorDepth == depth)
  }

  @Test(
    arguments: [
      ([:], .unknown), (["COLORFGBG": "15;0"], .dark), (["COLORFGBG": "0;default;15"], .light),
      (["COLORFGBG": "12;8"], .dark), (["COLORFGBG": "0;7"], .light),
      (["COLORFGBG": "15;default"], .unknown), (["COLORFGBG": "0;99"], .unknown),
      (["COLORFGBG": "15;0", "FLOWLINE_BACKGROUND": "light"], .light),
      (["COLORFGBG": "15;0", "FLOWLINE_BACKGROUND": "blue"], .dark),
    ] as [([String: String], Background)])
  func `the background by what the terminal says`(
    environment: [String: String], background: Background
  ) {
    #expect(Self.facts(environment).background == background)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], false), (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true),
    (["TERM": "foot"], true), (["TERM_PROGRAM": "vscode"], true), (["KITTY_WINDOW_ID": ""], false),
    (["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"], true),
    (["TERM": "screen", "STY": "1.pts", "VTE_VERSION": "7006"], false),
  ])
  func `which terminals break their rows anew`(environment: [String: String], reflows: Bool) {
    #expect(TerminalFacts.reflows { environment[$0] } == reflows)
  }

  @Test func `the option for colour beats the environment`() {
    #expect(Self.facts(["NO_COLOR": "1"], color: .always).colorDepth != .none)
    let never = Self.facts(["TERM": "xterm", "CLICOLOR_FORCE": "1"], color: .never)
    #expect(never.colorDepth == .none)
  }

  @Test func `no colours where the prompts are no terminal`() {
    let terminals = TerminalFacts.Terminals(input: true, prompt: false, output: true)
    #expect(
      TerminalFacts(environment: ["TERM": "xterm"], terminals: terminals).colorDepth == .none)
    let forced = ["TERM": "xterm", "CLICOLOR_FORCE": "1"]
    let facts = TerminalFacts(environment: forced, terminals: terminals)
    #expect(facts.colorDepth != .none)
  }

  @Test(arguments: [
    ([:], false), (["LANG": "C"], false), (["LANG": "en_GB.UTF-8"], true),
    (["LANG": "ru_RU.utf8@x"], true), (["LANG": "ru_RU.KOI8-R"], false),
    (["LANG": "C.UTF-8", "LC_ALL": "C"], false), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
    (["LANG": "C.UTF-8", "LC_ALL": ""], true),
  ])
  func `glyphs by the locale that counts`(environment: [String: String], isUsed: Bool) {
    #expect(Self.facts(environment).usesUnicode == isUsed)
  }

  @Test(arguments: [("1", true), ("yes", true), ("0", false), ("", false), ("false", false)])
  func `plain by ACCESSIBLE`(value: String, isPlain: Bool) {
    #expect(Self.facts(["ACCESSIBLE": value]).isPlain == isPlain)
  }

  @Test(arguments: [true, false], [true, false])
  func `interactive takes both ends`(input: Bool, prompt: Bool) {
    let terminals = TerminalFacts.Terminals(input: input, prompt: prompt, output: true)
    let facts = TerminalFacts(environment: [:], terminals: terminals)
    #expect(facts.isInteractive == (input && prompt))
  }

  @Test(arguments: [(nil, 80), (0, 80), (1, 1), (132, 132)] as [(Int?, Int)])
  func `columns have a default`(given: Int?, columns: Int) {
    let facts = TerminalFacts(environment: [:], terminals: Self.terminal, columns: given)
    #expect(facts.columns == columns)
  }

  private static func facts(
    _ environment: [String: String], color: TerminalFacts.ColorOption = .auto
  ) -> TerminalFacts {
    TerminalFacts(environment: environment, terminals: terminal, color: color)
  }
}
