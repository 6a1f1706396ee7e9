/// A piece of a page: texts and elements, escaped when it is written.
///
///     let greeting = HTML {
///       Tag.p(.class("greeting")) { "Hello, \(name)" }
///     }
///
/// There is no way to put markup in as text, so that nothing a person typed can become any.
public struct HTML: Sendable, Hashable {
  enum Node: Sendable, Hashable {
    case text(String)
    indirect case element(Tag, [Attribute], [Node])
  }

  var nodes: [Node]

  init(nodes: [Node]) { self.nodes = nodes }

  /// Makes a piece of what a closure lists.
  public init(@HTMLBuilder _ content: () -> HTML) { self = content() }

  /// Makes an empty piece.
  public init() { nodes = [] }

  /// Makes a piece of text alone.
  public init(_ text: String) { nodes = text.isEmpty ? [] : [.text(text)] }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { nodes.isEmpty }

  /// The same with other names of the fields in it.
  func naming(_ name: (String) -> String) -> HTML {
    HTML(nodes: nodes.map { $0.naming(name) })
  }

  /// The markup, in UTF-8.
  public var bytes: [UInt8] {
    var writer = MarkupWriter()
    writer.write(nodes)
    return writer.bytes
  }

  /// The markup of a whole page, beginning with its document type.
  public var document: [UInt8] {
    var writer = MarkupWriter()
    writer.add("<!DOCTYPE html>\n")
    writer.write(nodes)
    writer.add("\n")
    return writer.bytes
  }
}

extension HTML.Node {
  fileprivate func naming(_ name: (String) -> String) -> HTML.Node {
    guard case .element(let tag, let attributes, let content) = self else { return self }
    let named = attributes.map { attribute in
      attribute.name == "name"
        ? Attribute(attribute.name, attribute.value.map { name($0) }) : attribute
    }
    return .element(tag, named, content.map { $0.naming(name) })
  }
}

/// Puts pieces of a page one after another.
@resultBuilder
public enum HTMLBuilder {
  /// A piece as it is.
  public static func buildExpression(_ piece: HTML) -> HTML { piece }
  /// A piece if there is one.
  public static func buildExpression(_ piece: HTML?) -> HTML { piece ?? HTML() }
  /// Text.
  public static func buildExpression(_ text: String) -> HTML { HTML(text) }
  /// Pieces in order.
  public static func buildBlock(_ pieces: HTML...) -> HTML { joined(pieces) }
  /// Pieces of a loop.
  public static func buildArray(_ pieces: [HTML]) -> HTML { joined(pieces) }
  /// A piece that is there under a condition.
  public static func buildOptional(_ piece: HTML?) -> HTML { piece ?? HTML() }
  /// The first of two pieces.
  public static func buildEither(first piece: HTML) -> HTML { piece }
  /// The second of two pieces.
  public static func buildEither(second piece: HTML) -> HTML { piece }

  private static func joined(_ pieces: [HTML]) -> HTML {
    pieces.count == 1 ? pieces[0] : HTML(nodes: pieces.flatMap(\.nodes))
  }
}
