/// An address that a page may lead to: a path on the same server, an `https` address, or an `http` address on
/// the reader's own computer.
///
/// No other scheme can be written, so that no text becomes a program in a link.
public struct WebLink: Sendable, Hashable {
  /// The address as it is in a page.
  public let text: String

  /// Makes the address of a path.
  ///
  /// - Parameters:
  ///   - path: its parts, each of any text; an empty last one stands for a slash at the end.
  ///   - query: names with their values.
  ///   - fragment: the id of an element of the page; nil for the page as a whole.
  public init(path: [String], query: [(String, String)] = [], fragment: String? = nil) {
    var text = path.map { "/" + Self.encoded($0) }.joined()
    if text.isEmpty { text = "/" }
    text += Self.text(of: query)
    if let fragment { text += "#" + Self.encoded(fragment) }
    self.text = text
  }

  /// The address with more in its query.
  func adding(_ query: [(String, String)]) -> WebLink {
    let fragment = fragment
    let page = text.dropLast(fragment.count)
    let more = Self.text(of: query)
    let added = page.contains("?") ? "&\(more.dropFirst())" : more
    return more.isEmpty ? self : WebLink("\(page)\(added)\(fragment)") ?? self
  }

  private static func text(of query: [(String, String)]) -> String {
    guard !query.isEmpty else { return "" }
    return "?" + query.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
  }

  /// Makes the address of an element of the same page.
  init(fragment: String) { text = "#" + Self.encoded(fragment) }

  /// Reads an address: `https://…`, `http://127.0.0.1…` or `http://localhost…`, or a path that begins with one
  /// slash; nil if it is anything else.
  public init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<")
        && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "`")
    }
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
    let isAbsolute = text.hasPrefix("https://") && text.utf8.count > 8
    guard isPlain, isPath || isAbsolute || Self.isOnThisComputer(text) else { return nil }
    self.text = text
  }

  /// Reads a path on this server; nil if it is anything else.
  init?(onThisServer text: String) {
    guard let link = WebLink(text), link.isOnThisServer else { return nil }
    self = link
  }

  private static func isOnThisComputer(_ text: String) -> Bool {
    ["http://127.0.0.1", "http://localhost"].contains { start in
      let rest = text.dropFirst(start.count)
      let afterPort = rest.first == ":" ? rest.dropFirst().drop { $0.isASCII && $0.isNumber } : rest
      return text.hasPrefix(start) && (afterPort.isEmpty || "/?#".contains(afterPort.first ?? " "))
    }
  }

  /// The address without its query and its fragment.
  private var page: Substring { text.prefix { $0 != "?" && $0 != "#" } }

  /// The fragment with its sign; empty if there is none.
  private var fragment: Substring { text.drop { $0 != "#" } }

  /// The address without its query.
  var withoutQuery: WebLink { WebLink("\(page)\(fragment)") ?? self }

  /// Whether it leads to a page or to one below that, whatever its query and its fragment are.
  func isAt(_ other: WebLink) -> Bool {
    page == other.text || page.hasPrefix(other.text + "/")
  }

  /// Whether it leads to the same server: it is a path.
  public var isOnThisServer: Bool { text.hasPrefix("/") && !text.hasPrefix("//") }

  /// Text with all but the unreserved characters of RFC 3986 as percent escapes.
  ///
  /// `.` and `..` by themselves would mean other folders.
  static func encoded(_ text: String) -> String {
    if text == "." || text == ".." { return text.replacing(".", with: "%2E") }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), hexadecimal(byte >> 4), hexadecimal(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}
