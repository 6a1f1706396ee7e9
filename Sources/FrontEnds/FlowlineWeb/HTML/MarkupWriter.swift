import Flowline

/// Writes markup into one buffer.
struct MarkupWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(8192) }

  /// Writes markup of this module's own.
  mutating func add(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

  /// Writes nodes; `isRaw` where every character counts, as in a field that is sent back.
  mutating func write(_ nodes: [HTML.Node], isRaw: Bool = false) {
    for node in nodes {
      switch node {
      case .text(let text):
        escape(isRaw ? text : text.withoutDirectionControls.bindingMinusSigns, isAttribute: false)
      case .element(let tag, let attributes, let content): write(tag, attributes, content)
      }
    }
  }

  private mutating func write(_ tag: Tag, _ attributes: [Attribute], _ content: [HTML.Node]) {
    bytes.append(UInt8(ascii: "<"))
    add(tag.name)
    for attribute in attributes {
      bytes.append(UInt8(ascii: " "))
      add(attribute.name)
      guard let value = attribute.value else { continue }
      add("=\"")
      escape(attribute.isSentBack ? value : value.withoutDirectionControls, isAttribute: true)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
    guard !tag.isVoid else { return }
    // A browser passes over one line break at the beginning of these.
    if tag.keepsLines { bytes.append(UInt8(ascii: "\n")) }
    write(content, isRaw: tag.keepsLines)
    add("</")
    add(tag.name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes text so that it is read as nothing but text.
  ///
  /// Control characters, which no page may hold, become U+FFFD; tabs and ends of lines stay.
  private mutating func escape(_ text: String, isAttribute: Bool) {
    var before: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): add("&amp;")
      case UInt8(ascii: "<"): add("&lt;")
      case UInt8(ascii: ">"): add("&gt;")
      case UInt8(ascii: "\""): add(isAttribute ? "&quot;" : "\"")
      case 0x09, 0x0A: bytes.append(byte)
      // A bare one would be read as a line feed.
      case 0x0D: add("&#13;")
      case 0x00..<0x20, 0x7F: add("\u{FFFD}")
      case 0x80..<0xA0 where before == 0xC2:
        bytes.removeLast()
        add("\u{FFFD}")
      default: bytes.append(byte)
      }
      before = byte
    }
  }
}

extension Attribute {
  /// Whether a browser sends it with its form, so that every character counts; all others are only read.
  fileprivate var isSentBack: Bool { name == "value" || name == "name" }
}

extension String {
  /// The text without the characters that turn the direction of what is around them.
  ///
  /// Letters keep the direction that they are written in, and marks beside them stay.
  var withoutDirectionControls: String {
    // All of them begin with this byte.
    guard utf8.contains(0xE2), unicodeScalars.contains(where: \.turnsText) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.turnsText }))
  }

  /// The text with every minus sign kept on the line of its amount.
  ///
  /// A browser may break a line between a hyphen and the sign of a currency (UAX 14), and the rest of the
  /// amount would be read as a positive one. A word joiner is not visible.
  fileprivate var bindingMinusSigns: String {
    guard utf8.contains(UInt8(ascii: "-")) else { return self }
    var bound = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if bound.last == "-", scalar.properties.generalCategory == .currencySymbol {
        bound.append("\u{2060}")
      }
      bound.append(scalar)
    }
    return String(bound)
  }
}
