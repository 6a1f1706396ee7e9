import Testing

@testable import FlowlineTerminal

struct PaletteTests {
  /// A colour, its parts from 0 to 255.
  private struct RGB {
    let parts: [Int]

    init(_ full: UInt32) { parts = [16, 8, 0].map { Int(full >> UInt32($0) & 0xFF) } }

    /// A colour of the table of 256, beyond the terminal's own sixteen.
    init(indexed index: Int) {
      let steps = [0, 95, 135, 175, 215, 255]
      let place = index - 16
      parts =
        index >= 232
        ? Array(repeating: 8 + 10 * (index - 232), count: 3)
        : [steps[place / 36], steps[place / 6 % 6], steps[place % 6]]
    }

    /// WCAG 2.2's relative luminance.
    var luminance: Double {
      zip(parts, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
        let value = Double(part.0) / 255
        let linear = value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
        return sum + linear * part.1
      }
    }

    /// `value` to the power of 2.4: the fifth root of its twelfth power, by Newton's steps.
    private static func power(_ value: Double) -> Double {
      let target = (0..<12).reduce(1.0) { product, _ in product * value }
      return (0..<60).reduce(1.0) { root, _ in
        let fourth = root * root * root * root
        return root - (fourth * root - target) / (5 * fourth)
      }
    }

    func contrast(to other: RGB) -> Double {
      let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
      return (light + 0.05) / (dark + 0.05)
    }
  }

  /// What people's terminals are: plain ones, and the backgrounds of themes that are common.
  private static let grounds: [Background: [UInt32]] = [
    .dark: [0x000000, 0x1E1E1E, 0x282C34, 0x002B36, 0x300A24],
    .light: [0xFFFFFF, 0xFDF6E3, 0xFAFAFA],
    .unknown: [0x000000, 0xFFFFFF],
  ]

  @Test func `the measure is right`() {
    #expect(abs(RGB(0).contrast(to: RGB(0xFFFFFF)) - 21) < 0.001)
    #expect(abs(RGB(0x767676).contrast(to: RGB(0xFFFFFF)) - 4.54) < 0.005)
    #expect(RGB(indexed: 243).parts == [0x76, 0x76, 0x76])
    #expect(RGB(indexed: 24).parts == [0x00, 0x5F, 0x87])
  }

  @Test(arguments: Background.allCases, Look.Role.allCases)
  func `every colour stands out from its background`(background: Background, role: Look.Role) {
    for ground in Self.grounds[background] ?? [] {
      if let color = Palette.full(role, on: background) {
        #expect(RGB(color).contrast(to: RGB(ground)) >= 4.5)
      }
      if let index = Palette.indexed(role, on: background) {
        #expect(RGB(indexed: index).contrast(to: RGB(ground)) >= 4.5)
      }
    }
  }

  @Test(arguments: ColorDepth.allCases, Background.allCases)
  func `a role has a style where there are colours, and none where not`(
    depth: ColorDepth, background: Background
  ) {
    let look = Look(depth: depth, on: background, usesUnicode: true, isPlain: false)
    let plain = Look(depth: depth, on: background, usesUnicode: true, isPlain: true)
    for role in Look.Role.allCases where role != .plain {
      #expect(look.style(role).isEmpty == (depth == .none))
      #expect(plain.style(role).isEmpty)
    }
    #expect(look.paint("a", .plain) == "a")
  }

  /// What is written for every role, so that no walk has to show each background and each depth.
  @Test func `every role's sequence for every background and depth`() throws {
    let lines = Background.allCases.flatMap { background in
      ["== \(background)"]
        + Look.Role.allCases.map { role in
          let codes = ColorDepth.allCases.map { depth in
            let style = Look(depth: depth, on: background, usesUnicode: true, isPlain: false)
              .style(role)
            return "\(depth) \(style.isEmpty ? "-" : style)"
          }
          return "\(role): \(codes.joined(separator: ", "))"
        } + [""]
    }
    try Snapshot.check(lines, "palette")
  }

  @Test(arguments: [(7, "abcdefg"), (5, "ab..."), (3, "abc"), (1, "a")])
  func `a cut is marked where there is room for the mark`(columns: Int, text: String) {
    #expect(Look.ascii.cut("abcdefg", to: columns) == text)
  }
}
