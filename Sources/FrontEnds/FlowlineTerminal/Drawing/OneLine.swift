/// Makes text fit for one line.
package enum OneLine {
  /// The text of `bytes`, with U+FFFD for what is not UTF-8, made fit.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    text(String(decoding: bytes, as: UTF8.self))
  }

  /// The text without control characters: a tab is a space, line breaks in a row are one space, and
  /// those at the end are nothing.
  package static func text(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isBroken = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": isBroken = true
      case "\t": append(" ")
      default: if scalar.properties.generalCategory != .control { append(scalar) }
      }
    }
    return String(result)

    func append(_ scalar: Unicode.Scalar) {
      if isBroken { result.append(" ") }
      isBroken = false
      result.append(scalar)
    }
  }
}
