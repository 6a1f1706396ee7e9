/// The codes of each role's colour, for a depth of colours and a background.
///
/// Where 256 or all colours can be had, each stands out from its background by 4.5 to 1 at the
/// least (WCAG 2.2, 1.4.3); where the background is not known, from black and from white. Sixteen
/// colours are the terminal's own, and their contrast is its user's choice.
enum Palette {
  /// The codes of an SGR sequence; none for a role that has no style of its own.
  static func codes(_ role: Look.Role, _ depth: ColorDepth, on background: Background) -> String {
    switch (role, depth) {
    case (_, .none), (.plain, _): ""
    case (.question, _): "1"
    case (.heading, _): "4"
    case (_, .basic): basic(role, on: background)
    case (_, .indexed): indexed(role, on: background).map { "38;5;\($0)" } ?? ""
    case (_, .full): full(role, on: background).map(foreground) ?? ""
    }
  }

  private static func foreground(_ color: UInt32) -> String {
    "38;2;\(color >> 16);\(color >> 8 & 0xFF);\(color & 0xFF)"
  }

  private static func basic(_ role: Look.Role, on background: Background) -> String {
    switch role {
    case .plain: ""
    case .question: "1"
    case .heading: "4"
    case .dim: "2"
    case .trail, .accent: background == .light ? "34" : "36"
    case .error: "31"
    case .success: "32"
    case .warning: background == .dark ? "33" : "35"
    }
  }

  /// The colour's place in the table of 256.
  static func indexed(_ role: Look.Role, on background: Background) -> Int? {
    let (dark, light, unknown): (Int, Int, Int)
    switch role {
    case .plain, .question, .heading: return nil
    case .dim: (dark, light, unknown) = (248, 240, 243)
    case .trail: (dark, light, unknown) = (80, 24, 29)
    case .error: (dark, light, unknown) = (210, 124, 131)
    case .success: (dark, light, unknown) = (114, 22, 29)
    case .warning: (dark, light, unknown) = (221, 94, 163)
    case .accent: (dark, light, unknown) = (117, 25, 63)
    }
    return background == .dark ? dark : background == .light ? light : unknown
  }

  /// The colour as `0xRRGGBB`.
  static func full(_ role: Look.Role, on background: Background) -> UInt32? {
    let (dark, light, unknown): (UInt32, UInt32, UInt32)
    switch role {
    case .plain, .question, .heading: return nil
    case .dim: (dark, light, unknown) = (0xB4BAC4, 0x50565E, 0x757575)
    case .trail: (dark, light, unknown) = (0x5FD7D7, 0x00586B, 0x008383)
    case .error: (dark, light, unknown) = (0xFF9E94, 0xA80018, 0xE91313)
    case .success: (dark, light, unknown) = (0x7EE787, 0x0B5A22, 0x008916)
    case .warning: (dark, light, unknown) = (0xE3C14B, 0x6E4700, 0xA16A00)
    case .accent: (dark, light, unknown) = (0x8CC8FF, 0x0A4A9E, 0x2972E0)
    }
    return background == .dark ? dark : background == .light ? light : unknown
  }
}
