import Books

/// Addresses as mail programs write them into the clipboard, put into the form that services read.
enum PastedAddresses {
  /// The same addresses without what only programs write: a name with a comma is put in quotes, and `mailto:` is
  /// taken away.
  ///
  /// Only behind a semicolon or in lines of its own, as in `Doe, Ada <a@b.example>; c@d.example`, is a comma a
  /// part of a name: without them it parts addresses.
  static func meant(by typed: String) -> String {
    var quotes = QuoteReader()
    var (text, part, isList) = ("", "", false)
    for character in typed {
      if quotes.readsPlain(character), character == ";" || character.isNewline {
        text += part.withNameInQuotes
        text.append(character)
        (part, isList) = ("", true)
      } else {
        part.append(character)
      }
    }
    return (isList ? text + part.withNameInQuotes : typed).withoutSchemes
  }
}

extension Character {
  /// Whether it is a blank, or a mark that nobody sees, such as one for the direction of writing.
  var isBlankBetweenAddresses: Bool {
    isWhitespace || unicodeScalars.allSatisfy { Self.invisible.contains($0) }
  }

  /// Those that come along with what is copied from contacts and chats.
  private static let invisible: Set<Unicode.Scalar> = [
    "\u{200B}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}",
    "\u{2060}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{FEFF}",
  ]
}

extension String {
  /// The text with the name before an address in quotes if it has one comma.
  fileprivate var withNameInQuotes: String {
    guard let start = firstIndex(of: "<") else { return self }
    let name = self[..<start]
    guard name.filter({ $0 == "," }).count == 1, !name.contains(where: { "@\"".contains($0) }),
      let first = name.firstIndex(where: { !$0.isBlankBetweenAddresses }), name[first] != ",",
      let last = name.lastIndex(where: { !$0.isBlankBetweenAddresses }), name[last] != ","
    else { return self }
    return "\(name[..<first])\"\(name[first...last])\"\(self[index(after: last)...])"
  }

  /// The text without each `mailto:` behind a `<`.
  fileprivate var withoutSchemes: String {
    let scheme = "mailto:"
    let parts = split(separator: "<", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      let hasScheme = index > 0 && part.prefix(scheme.count).lowercased() == scheme
      return String(hasScheme ? part.dropFirst(scheme.count) : part)
    }.joined(separator: "<")
  }
}
