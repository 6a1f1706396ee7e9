/// How many colours a terminal has.
package enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// No colours and no styles.
  case none
  /// The sixteen of the terminal's own theme.
  case basic
  /// The 256 of a fixed table.
  case indexed
  /// Any colour of red, green and blue.
  case full

  /// Whether one has fewer colours than the other.
  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ColorDepth {
  /// The depth by option, environment and terminal.
  ///
  /// `--color never` and `NO_COLOR` mean none; `FORCE_COLOR` a depth by its level, 1 to 3;
  /// `--color always` and `CLICOLOR_FORCE` sixteen at the least, even into a file.
  init(
    _ environment: [String: String], isTerminal: Bool, option: TerminalFacts.ColorOption
  ) {
    let own = Self.own(environment)
    let atLeastBasic = max(own, .basic)
    switch option {
    case .always: self = Self.forced(environment) ?? atLeastBasic
    case .never: self = .none
    case .auto:
      // no-color.org: present and not empty, whatever the value.
      if let value = environment["NO_COLOR"], !value.isEmpty {
        self = .none
      } else if let forced = Self.forced(environment) {
        self = forced
      } else if TerminalFacts.isSet(environment["FORCE_COLOR"])
        || TerminalFacts.isSet(environment["CLICOLOR_FORCE"])
      {
        self = atLeastBasic
      } else {
        self = isTerminal && environment["FORCE_COLOR"] != "0" ? own : .none
      }
    }
  }

  /// The depth that `FORCE_COLOR` names.
  private static func forced(_ environment: [String: String]) -> ColorDepth? {
    switch environment["FORCE_COLOR"] {
    case "1": .basic
    case "2": .indexed
    case "3": .full
    default: nil
    }
  }

  /// What the terminal says it has.
  private static func own(_ environment: [String: String]) -> ColorDepth {
    // Some names have capitals: Eterm, iTerm2.app.
    let name = environment["TERM"]?.lowercased() ?? ""
    if ["", "dumb"].contains(name) { return .none }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased() ?? "")
      || name.hasSuffix("-direct")
    {
      return .full
    }
    if name.contains("256color") { return .indexed }
    // Of one that is not known nobody can say what it makes of an escape.
    let isColored = name.contains("color") || families.contains { name.hasPrefix($0) }
    return isColored ? .basic : .none
  }

  /// What the names begin with of terminals that have styles, whether or not this computer has a description
  /// of them.
  private static let families = [
    "alacritty", "ansi", "contour", "cygwin", "eterm", "foot", "ghostty", "gnome", "iterm", "kitty",
    "konsole", "linux", "mlterm", "putty", "rxvt", "screen", "st-", "tmux", "vt1", "vt2",
    "vte", "wezterm", "xterm",
  ]
}

/// What colours are drawn on, as far as that is known.
package enum Background: String, CaseIterable, Sendable {
  case light
  case dark
  case unknown
}

extension Background {
  /// The background by `FLOWLINE_BACKGROUND`, else by what the terminal says in `COLORFGBG`.
  init(_ environment: [String: String]) {
    if let named = environment["FLOWLINE_BACKGROUND"].flatMap({ Background(rawValue: $0) }) {
      self = named
    } else if let last = environment["COLORFGBG"]?.split(separator: ";").last,
      let index = Int(last), 0...15 ~= index
    {
      self = index < 7 || index == 8 ? .dark : .light
    } else {
      self = .unknown
    }
  }
}
