/// A text file as a property of `PackageResources`, which is read in place.
struct EmbeddedFile {
  let path: String
  let text: String

  /// Its name with a low line for each character that a Swift name cannot have, as SwiftPM does it.
  private var name: String {
    let file = path.split(separator: "/").last ?? ""
    let name = String(
      file.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber ?? true ? "_\(name)" : name
  }

  /// The property's code.
  var code: String {
    """
      static var \(name): StaticString {
        \(fence)\"""
    \(literal)
    \"""\(fence)
      }

    """
  }

  /// The text with those characters escaped that a string over several lines has no other way.
  private var literal: String {
    text.unicodeScalars.reduce(into: "") { literal, scalar in
      switch scalar {
      case "\r": literal += "\\\(fence)r"
      case "\0": literal += "\\\(fence)0"
      default: literal.unicodeScalars.append(scalar)
      }
    }
  }

  /// So many number signs that nothing in the text ends the string, or is an escape in it.
  private var fence: String {
    let longest = text.split(whereSeparator: { $0 != "#" }).map(\.count).max() ?? 0
    return String(repeating: "#", count: longest + 1)
  }
}
