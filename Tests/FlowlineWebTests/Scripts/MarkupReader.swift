import FlowlineTesting

/// An element of a page, as a browser has it.
struct BrowserElement: Sendable {
  enum Node: Sendable {
    case text(String)
    case element(BrowserElement)
  }

  let tag: String
  let attributes: [String: String]
  var content: [Node] = []

  subscript(name: String) -> String? { attributes[name] }

  /// All the elements inside, in the order of the page.
  var elements: [BrowserElement] {
    content.flatMap { node -> [BrowserElement] in
      guard case .element(let element) = node else { return [] }
      return [element] + element.elements
    }
  }

  /// The elements inside with a tag.
  func all(_ tag: String) -> [BrowserElement] { elements.filter { $0.tag == tag } }

  /// What is in it, its line breaks and spaces as they stand.
  var rawText: String {
    content.map { node in
      switch node {
      case .text(let text): text
      case .element(let element): element.tag == "br" ? "\n" : element.rawText
      }
    }.joined()
  }

  /// What a person reads in it: one space between words, the non-breaking one included, and no joiners.
  var text: String { Self.words(rawText) }

  static func words(_ text: String) -> String {
    var read = text
    read.unicodeScalars.removeAll { $0 == "\u{2060}" }
    return read.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// Reads the markup that pages are made of; what a browser would have to mend is a fault.
struct MarkupReader {
  private static let void: Set<String> = ["br", "img", "input", "link", "meta"]
  private var rest: Substring

  static func read(_ text: String) throws -> BrowserElement {
    var reader = MarkupReader(rest: Substring(text))
    return BrowserElement(tag: "", attributes: [:], content: try reader.content(of: ""))
  }

  private mutating func content(of tag: String) throws -> [BrowserElement.Node] {
    var nodes: [BrowserElement.Node] = []
    while !rest.isEmpty {
      guard rest.first == "<" else {
        nodes.append(.text(Self.decoded(take(upTo: "<"))))
        continue
      }
      let markup = take(upTo: ">").dropFirst()
      rest = rest.dropFirst()
      if markup.hasPrefix("!") { continue }
      if markup.hasPrefix("/") {
        guard markup.dropFirst() == tag else { throw WalkFault("<\(markup)> closes <\(tag)>") }
        return nodes
      }
      var element = Self.opened(markup)
      if !Self.void.contains(element.tag) { element.content = try content(of: element.tag) }
      nodes.append(.element(element))
    }
    guard tag.isEmpty else { throw WalkFault("<\(tag)> is not closed") }
    return nodes
  }

  private mutating func take(upTo end: Character) -> Substring {
    let taken = rest.prefix { $0 != end }
    rest = rest[taken.endIndex...]
    return taken
  }

  private static func opened(_ markup: Substring) -> BrowserElement {
    let tag = String(markup.prefix { !$0.isWhitespace })
    var attributes: [String: String] = [:]
    var rest = markup.dropFirst(tag.count).drop(while: \.isWhitespace)
    while !rest.isEmpty {
      let name = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest[name.endIndex...]
      var value: Substring = ""
      if rest.hasPrefix("=\"") {
        value = rest.dropFirst(2).prefix { $0 != "\"" }
        rest = rest[value.endIndex...].dropFirst()
      }
      attributes[String(name)] = decoded(value)
      rest = rest.drop(while: \.isWhitespace)
    }
    return BrowserElement(tag: tag, attributes: attributes)
  }

  private static func decoded(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#13;", "\r"), ("&amp;", "&")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
