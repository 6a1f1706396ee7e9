/// An e-mail address, with a name or without: `ada@example.com`, `"Doe, Ada" <ada@example.com>`.
///
/// Source: RFC 5322, section 3.4, as far as bookkeeping services read it.
public struct EmailAddress: Sendable, Hashable {
  /// The name, without its quotes; nil if there is none.
  public let name: String?

  /// The address alone, such as `ada@example.com`.
  public let address: String

  /// Reads one address; nil for anything else, and for whatever has a control character or an end of line.
  ///
  /// A name that is not in quotes has no `<`, `>`, `@` or `:`: two addresses without a comma between them are
  /// not one with an odd name. The address itself in the place of a name, as some mail programs write it, is no
  /// name, also between apostrophes and whatever the case of its letters. An address has no invisible marks.
  public init?(_ text: String) {
    guard !text.hasControlCharacters else { return nil }
    var text = text.trimmingSpaces
    var name: String?
    if text.last == ">" {
      guard let start = text.lastIndex(of: "<") else { return nil }
      let before = text[..<start]
      text = String(text[text.index(after: start)...].dropLast())
      let shown = before.description.trimmingSpaces
      if shown.withoutApostrophes.lowercased() != text.lowercased() {
        guard before.isPhrase else { return nil }
        name = shown.withoutQuotes
      }
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), parts[1].first != ".",
      parts[1].last != ".", !parts[1].contains(".."),
      !text.contains(where: { $0.isWhitespace || "<>,;:\"()[]\\".contains($0) }),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .format })
    else { return nil }
    self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    address = text
  }

  /// Reads several addresses with commas between them; a comma in quotes is a part of a name.
  ///
  /// - Returns: the addresses; nil if there is none, or if one of them cannot be read.
  public static func list(_ text: String) -> [EmailAddress]? {
    let parts = parts(of: text)
    let addresses = parts.compactMap { EmailAddress($0.text) }
    return addresses.count == parts.count ? addresses : nil
  }

  /// The first of several addresses that cannot be read; nil if all can be.
  ///
  /// - Parameter text: the addresses with commas between them.
  /// - Returns: what is there instead, without the spaces around it, and its place in the text, in characters
  ///   counted from 0; nil for the text if nothing is between two commas.
  public static func firstFault(in text: String) -> (part: String?, range: Range<Int>)? {
    guard let fault = parts(of: text).first(where: { EmailAddress($0.text) == nil }) else {
      return nil
    }
    let part = fault.text.trimmingSpaces
    guard !part.isEmpty else {
      return (nil, max(fault.start - 1, 0)..<fault.start + fault.text.count)
    }
    let start = fault.start + fault.text.prefix(while: \.isWhitespace).count
    return (part, start..<start + part.count)
  }

  /// What is between the commas of a text, and where it begins, in characters.
  private static func parts(of text: String) -> [(text: String, start: Int)] {
    var parts = [(text: "", start: 0)]
    var quotes = QuoteReader()
    for (place, character) in text.enumerated() {
      if quotes.readsPlain(character), character == "," {
        parts.append((text: "", start: place + 1))
      } else {
        parts[parts.count - 1].text.append(character)
      }
    }
    return parts
  }

  /// Whether mail to both goes to the same place, whatever names they have.
  ///
  /// The case of letters counts before the `@`, and not behind it. Source: RFC 5321, section 2.4.
  public func isSame(as other: EmailAddress) -> Bool { mailbox == other.mailbox }

  private var mailbox: [String] {
    let parts = address.split(separator: "@").map(String.init)
    return [parts[0], parts[1].lowercased()]
  }
}

/// Tells what is in quotes from what is not, character by character.
package struct QuoteReader {
  /// Whether quotes were opened and not closed.
  package private(set) var isQuoted = false
  private var isEscaped = false

  package init() {}

  /// Reads a character; true for one that is outside of quotes and opens none.
  package mutating func readsPlain(_ character: Character) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if isQuoted, character == "\\" {
      isEscaped = true
    } else if character == "\"" {
      isQuoted.toggle()
    } else {
      return !isQuoted
    }
    return false
  }
}

extension Substring {
  /// Whether it can be the name before an address: outside of quotes, which are closed, it has nothing that
  /// another address would have.
  ///
  /// Source: `phrase` of RFC 5322, section 3.2.5, without what services take all the same.
  fileprivate var isPhrase: Bool {
    var quotes = QuoteReader()
    for character in self where quotes.readsPlain(character) && "<>@:".contains(character) {
      return false
    }
    return !quotes.isQuoted
  }
}

extension String {
  /// Whether there is anything that could begin another line of a message's head.
  public var hasControlCharacters: Bool {
    contains { character in
      character.isNewline
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }

  fileprivate var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// `ada@example.com` of `'ada@example.com'`.
  fileprivate var withoutApostrophes: String {
    count >= 2 && first == "'" && last == "'" ? String(dropFirst().dropLast()) : self
  }

  /// `Doe, Ada` of `"Doe, Ada"`.
  fileprivate var withoutQuotes: String {
    guard count >= 2, first == "\"", last == "\"" else { return self }
    return String(dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }
}
