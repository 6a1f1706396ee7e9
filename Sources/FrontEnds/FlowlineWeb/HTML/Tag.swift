/// The name of an element; called with attributes and content, it makes one.
///
///     Tag.p(.class("hint"), .id("name-hint")) { "As on your card." }
public struct Tag: Sendable, Hashable {
  let name: String
  let isVoid: Bool

  private init(_ name: String, isVoid: Bool = false) {
    self.name = name
    self.isVoid = isVoid
  }

  /// Whether ends of lines count in it.
  var keepsLines: Bool { name == "textarea" || name == "pre" }

  /// Makes an element.
  ///
  /// - Parameters:
  ///   - attributes: its attributes, in order; those that are nil are left out.
  ///   - content: what is in it; left out for elements that can hold nothing.
  /// - Returns: the element.
  public func callAsFunction(
    _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML = { HTML() }
  ) -> HTML {
    HTML(nodes: [.element(self, attributes.compactMap { $0 }, isVoid ? [] : content().nodes)])
  }
}

extension Tag {
  static let html = Tag("html")
  static let head = Tag("head")
  static let body = Tag("body")
  static let title = Tag("title")
  static let meta = Tag("meta", isVoid: true)
  static let link = Tag("link", isVoid: true)
  static let script = Tag("script")
  static let noscript = Tag("noscript")
  static let main = Tag("main")
  static let abbr = Tag("abbr")
  static let textarea = Tag("textarea")
  static let progress = Tag("progress")
  static let details = Tag("details")
  static let summary = Tag("summary")
}

/// What a layout of your own is made of.
extension Tag {
  /// A header of the page or a part of it.
  public static let header = Tag("header")
  /// A footer of the page or a part of it.
  public static let footer = Tag("footer")
  /// Links for finding one's way.
  public static let nav = Tag("nav")
  /// A part of the page with a heading.
  public static let section = Tag("section")
  /// A block.
  public static let div = Tag("div")
  /// A part of a line.
  public static let span = Tag("span")
  /// A paragraph.
  public static let p = Tag("p")
  /// A heading below that of the page.
  public static let h2 = Tag("h2")
  /// A heading below another.
  public static let h3 = Tag("h3")
  /// A list without an order.
  public static let ul = Tag("ul")
  /// A list in order.
  public static let ol = Tag("ol")
  /// An item of a list.
  public static let li = Tag("li")
  /// Names with what is said of them.
  public static let dl = Tag("dl")
  /// A name in such a list.
  public static let dt = Tag("dt")
  /// What is said of the name before.
  public static let dd = Tag("dd")
  /// A link.
  public static let a = Tag("a")
  /// Important text.
  public static let strong = Tag("strong")
  /// A text apart from its surroundings, such as a name in another script.
  public static let bdi = Tag("bdi")
  /// The end of a line.
  public static let br = Tag("br", isVoid: true)
  /// Text of a program.
  public static let code = Tag("code")
  /// A picture.
  public static let img = Tag("img", isVoid: true)
}

/// What a page of your own has besides, see ``FlowlineSite/addPage(at:method:keepsTyped:to:_:)``.
extension Tag {
  /// The heading of the page.
  public static let h1 = Tag("h1")
  /// Fields that are sent together.
  public static let form = Tag("form")
  /// Fields that belong together, with a legend.
  public static let fieldset = Tag("fieldset")
  /// What such fields are called.
  public static let legend = Tag("legend")
  /// What a field is called.
  public static let label = Tag("label")
  /// A field of one line, or one that nobody sees.
  public static let input = Tag("input", isVoid: true)
  /// A button.
  public static let button = Tag("button")
}
