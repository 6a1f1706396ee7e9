/// The arguments of this process, for every command.
///
/// Those that the standard library has are repaired: `U+FFFD` is in the place of each byte that is not
/// UTF-8, and an answer would be another than the one that was typed.
package enum CommandArguments {
  /// What was typed behind the program’s name.
  ///
  /// - Throws: the first argument that is not UTF-8.
  package static func all() throws(UnreadableArgument) -> [String] {
    var texts: [String] = []
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[place] else { break }
      var bytes: [UInt8] = []
      while argument[bytes.count] != 0 { bytes.append(UInt8(bitPattern: argument[bytes.count])) }
      texts.append(try text(of: bytes, at: place))
    }
    return texts
  }

  /// The text of one argument.
  ///
  /// - Parameters:
  ///   - bytes: the argument as the system has it, without the zero at its end.
  ///   - place: which it is behind the program's name, counted from 1.
  /// - Throws: that it is not UTF-8.
  package static func text(of bytes: [UInt8], at place: Int) throws(UnreadableArgument) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UnreadableArgument(bytes, at: place)
    }
    return text
  }
}

/// An argument that is not UTF-8, usually because a terminal or a script is in another encoding.
package struct UnreadableArgument: Error, Hashable, CustomStringConvertible {
  /// Which it is behind the program's name, counted from 1.
  package let place: Int
  /// What of it is around the first byte that is not UTF-8, fit for one line: such bytes as `\xFF`,
  /// characters that a terminal obeys by their numbers.
  package let excerpt: String

  init(_ bytes: [UInt8], at place: Int) {
    self.place = place
    excerpt = Self.excerpt(of: bytes)
  }

  /// Where it is, and what to do, in English.
  package var description: String {
    "argument \(place) is not UTF-8: “\(excerpt)”. Use a terminal or a script that is in UTF-8."
  }

  /// How many characters are shown before the first wrong byte, and behind it.
  private static let shown = (before: 40, behind: 20)

  private static func excerpt(of bytes: [UInt8]) -> String {
    var pieces: [String] = []
    var firstWrong: Int?
    var offset = 0
    for part in UTF8Part.parts(of: bytes) {
      switch part {
      case .scalar(let scalar):
        pieces.append(escaped(scalar))
        offset += UTF8.width(scalar)
      case .wrong(let count):
        firstWrong = firstWrong ?? pieces.count
        pieces.append(bytes[offset..<offset + count].map(escaped).joined())
        offset += count
      }
    }
    let wrong = firstWrong ?? 0
    let range = max(0, wrong - shown.before)..<min(pieces.count, wrong + shown.behind)
    return (range.lowerBound > 0 ? "…" : "") + pieces[range].joined()
      + (range.upperBound < pieces.count ? "…" : "")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: scalar == "\\" ? "\\\\" : String(scalar)
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
  }
}
