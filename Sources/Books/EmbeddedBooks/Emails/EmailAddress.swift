/// An e-mail address, with a name or without: `ada@example.com`, `"Doe, Ada" <ada@example.com>`.
struct EmailAddress {
  /// The address alone.
  let address: String

  /// Reads one; nil for anything else, and for whatever has a line break in it.
  init?(_ text: String) {
    let text = text.trimmingSpaces
    guard !text.contains(where: \.isNewline) else { return nil }
    if text.last == ">" {
      guard let start = text.lastIndex(of: "<") else { return nil }
      address = String(text[text.index(after: start)...].dropLast())
    } else {
      address = text
    }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), parts[1].first != ".",
      parts[1].last != ".",
      !address.contains(where: { $0.isWhitespace || "<>,;\"".contains($0) })
    else { return nil }
  }

  /// Reads several with commas between them; commas in quotes are part of a name.
  ///
  /// - Returns: nil if one cannot be read.
  static func list(_ text: String) -> [EmailAddress]? {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    let addresses = parts.compactMap { EmailAddress($0) }
    return addresses.count == parts.count ? addresses : nil
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
