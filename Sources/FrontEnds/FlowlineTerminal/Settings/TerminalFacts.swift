import Glibc

/// What is known of the terminal, from the environment and from the streams.
///
/// A value: ``current(color:isPlain:)`` asks the process, tests make their own.
package struct TerminalFacts: Equatable, Sendable {
  /// What the option `--color` says.
  package enum ColorOption: String, CaseIterable, Sendable {
    /// By the terminal and the environment.
    case auto
    /// Even into a file.
    case always
    /// Not at all.
    case never
  }

  /// Whether answers can be typed.
  package var isInputTerminal: Bool

  /// Whether the stream of the prompts (standard error) is a terminal.
  package var isPromptTerminal: Bool

  /// Whether standard output is a terminal.
  package var isOutputTerminal: Bool

  /// The columns of the terminal when it was asked; 80 if it is not a terminal or does not say.
  package var columns: Int

  /// How many colours may be used; without any, there are no styles either.
  package var colorDepth: ColorDepth

  /// What they are drawn on.
  package var background: Background

  /// Whether glyphs beyond ASCII may be drawn.
  ///
  /// The user's own words are always shown as they are.
  package var usesUnicode: Bool

  /// Whether output only ever appends, for screen readers.
  package var isPlain: Bool

  /// Whether there is somebody to ask.
  package var isInteractive: Bool { isInputTerminal && isPromptTerminal }

  /// Derives everything from what the process was given.
  ///
  /// - Parameters:
  ///   - environment: The variables `NO_COLOR`, `CLICOLOR_FORCE`, `FORCE_COLOR`, `COLORTERM`,
  ///     `COLORFGBG`, `FLOWLINE_BACKGROUND`, `TERM`, `LC_ALL`, `LC_CTYPE`, `LANG` and `ACCESSIBLE`
  ///     count.
  ///   - terminals: Which of the streams are terminals.
  ///   - columns: What the terminal said.
  ///   - color: The value of `--color`.
  ///   - isPlain: Whether `--plain` was given.
  package init(
    environment: [String: String], terminals: Terminals, columns: Int? = nil,
    color: ColorOption = .auto, isPlain: Bool = false
  ) {
    isInputTerminal = terminals.input
    isPromptTerminal = terminals.prompt
    isOutputTerminal = terminals.output
    self.columns = columns.flatMap { $0 > 0 ? $0 : nil } ?? 80
    self.isPlain = isPlain || Self.isSet(environment["ACCESSIBLE"])
    usesUnicode = Self.isUTF8 { environment[$0] }
    colorDepth = ColorDepth(environment, isTerminal: terminals.prompt, option: color)
    background = Background(environment)
  }

  /// Which streams are terminals.
  package struct Terminals: Equatable, Sendable {
    package var input: Bool
    package var prompt: Bool
    package var output: Bool

    /// Creates the answer for the three streams.
    package init(input: Bool, prompt: Bool, output: Bool) {
      (self.input, self.prompt, self.output) = (input, prompt, output)
    }
  }
}

extension TerminalFacts {
  /// Set to something, and not to a no.
  static func isSet(_ value: String?) -> Bool {
    guard let value else { return false }
    return !["", "0", "false", "no"].contains(value.lowercased())
  }

  /// The first of these that is set and not empty decides (POSIX.1-2024, 8.2).
  private static func isUTF8(_ variable: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    guard let locale = names.compactMap(variable).first(where: { !$0.isEmpty })
    else { return false }
    let codeset = locale.lowercased().drop { $0 != "." }.prefix { $0 != "@" }
    return [".utf-8", ".utf8"].contains(codeset)
  }
}

extension TerminalFacts {
  /// The facts of this process, prompts going to standard error.
  package static func current(color: ColorOption = .auto, isPlain: Bool = false) -> TerminalFacts {
    var environment: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    let terminals = Terminals(
      input: isatty(STDIN_FILENO) == 1, prompt: isatty(STDERR_FILENO) == 1,
      output: isatty(STDOUT_FILENO) == 1)
    return TerminalFacts(
      environment: environment, terminals: terminals, columns: columns(of: STDERR_FILENO),
      color: color, isPlain: isPlain)
  }

  /// Whether the terminal of this process breaks its rows anew when its window changes.
  static var reflows: Bool {
    reflows { name in getenv(name).map { String(cString: $0) } }
  }

  /// The signs that the terminal of this process can draw, without styles.
  static var glyphs: Look {
    let usesUnicode = isUTF8 { name in getenv(name).map { String(cString: $0) } }
    return Look(usesColor: false, usesUnicode: usesUnicode, isPlain: false)
  }

  /// Whether a terminal is known to break its rows anew when its window changes.
  ///
  /// GNOME's and others of VTE do, Konsole, kitty, Alacritty, foot, WezTerm, Ghostty, those of macOS,
  /// Windows and Visual Studio Code, and tmux, which is also known by its type at the other end of a line. One that is not known is taken not to, as xterm, screen and
  /// the console of Linux.
  static func reflows(_ variable: (String) -> String?) -> Bool {
    func has(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
    if has("TMUX") { return true }
    if has("STY") { return false }
    let programs = ["iTerm.app", "Apple_Terminal", "WezTerm", "ghostty", "vscode"]
    let types = ["alacritty", "foot", "xterm-kitty", "xterm-ghostty", "tmux"]
    return ["VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "WT_SESSION"].contains(where: has)
      || programs.contains(variable("TERM_PROGRAM") ?? "")
      || types.contains { (variable("TERM") ?? "").hasPrefix($0) }
  }

  /// How wide the terminal at `descriptor` is now; nil if it is not a terminal or does not say.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Columns and rows.
  struct Size: Equatable {
    var columns: Int
    var rows: Int
  }

  /// How large the terminal at `descriptor` is now; nil if it is not a terminal or does not say.
  static func size(of descriptor: Int32) -> Size? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  private static let names = [
    "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM", "COLORFGBG", "FLOWLINE_BACKGROUND",
    "TERM", "LC_ALL", "LC_CTYPE", "LANG", "ACCESSIBLE",
  ]
}
