/// Text in the language of manual pages, with the macros of man(7).
struct Roff {
  private(set) var text = ""
  /// Whether a heading came last: what follows it begins a paragraph by itself.
  private var isAfterHeading = false

  /// A request or macro with its arguments, each quoted.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { " \"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
    text += ".\(name)\(quoted.joined())\n"
    isAfterHeading = ["SH", "SS"].contains(name)
  }

  /// A paragraph; what is indented stays as it is.
  mutating func paragraph(_ words: String) {
    for block in words.split(separator: "\n\n") {
      if !isAfterHeading { macro("PP") }
      isAfterHeading = false
      lines(String(block))
    }
  }

  /// Lines of words.
  mutating func lines(_ words: String) {
    var isVerbatim = false
    for line in words.split(separator: "\n") {
      if line.hasPrefix("  ") != isVerbatim {
        isVerbatim.toggle()
        macro(isVerbatim ? "EX" : "EE")
      }
      text += Self.line(isVerbatim ? String(line) : line.trimmed) + "\n"
    }
    if isVerbatim { macro("EE") }
  }

  /// A term with what is said of it.
  mutating func item(_ term: String, _ words: String) {
    macro("TP")
    text += "\\fB\(Self.escaped(term))\\fR\n"
    lines(words)
  }

  /// A line of text, which must not look like a request.
  private static func line(_ words: String) -> String {
    let escaped = escaped(words)
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// What means something to the formatter, and what is beyond ASCII, by its name: formatters read
  /// bytes, whatever the locale.
  private static func escaped(_ words: String) -> String {
    words.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "`": "\\(ga"
      case "'": "\\(aq"
      case _ where scalar.isASCII: String(scalar)
      default: "\\[u\(hex(scalar))]"
      }
    }
    .joined()
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " })
  }
}
