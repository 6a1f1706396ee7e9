/// Reads the values of a `Link` header, one after the other (RFC 8288, section 3).
///
/// A text may be in single quotes as well as in double ones: some services write `rel='next'`.
public struct LinkHeader: Sendable, Sequence, IteratorProtocol {
  /// An address, and what it is to the page.
  public struct Value: Sendable, Hashable {
    /// The address, as it came.
    public var url: String
    /// What it is to the page, in small letters: `next`, `last`.
    public var relations: [String]
  }

  private var rest: Substring

  /// Takes the text of the header.
  public init(_ text: String) { rest = text[...] }

  /// The next value; nil at the end.
  public mutating func next() -> Value? {
    guard let start = rest.firstIndex(of: "<") else { return nil }
    rest = rest[rest.index(after: start)...]
    guard let end = rest.firstIndex(of: ">") else { return nil }
    var value = Value(url: String(rest[..<end]), relations: [])
    rest = rest[rest.index(after: end)...]
    while let (name, text) = parameter() {
      // Only the first of several counts.
      guard name == "rel", value.relations.isEmpty else { continue }
      value.relations = text.lowercased().split(separator: " ").map(String.init)
    }
    return value
  }

  /// The next parameter of the value; nil at its end.
  private mutating func parameter() -> (name: String, text: String)? {
    skipSpaces()
    guard rest.first == ";" else { return nil }
    rest.removeFirst()
    skipSpaces()
    let name = rest.prefix { !"=;,".contains($0) }
    rest = rest[name.endIndex...]
    let trimmed = name.filter { $0 != " " && $0 != "\t" }.lowercased()
    guard rest.first == "=" else { return (trimmed, "") }
    rest.removeFirst()
    skipSpaces()
    if let text = quoted() { return (trimmed, text) }
    return (trimmed, token())
  }

  private mutating func token() -> String {
    let text = rest.prefix { !";, \t".contains($0) }
    rest = rest[text.endIndex...]
    return String(text)
  }

  /// The text up to the quote with which it begins; nil if it begins with none.
  private mutating func quoted() -> String? {
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst(), character != quote {
      text.append(character == "\\" ? rest.popFirst() ?? character : character)
    }
    return text
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == " " || $0 == "\t" }
  }
}
