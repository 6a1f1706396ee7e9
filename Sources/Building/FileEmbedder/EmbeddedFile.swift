/// A file as a property of `PackageResources`.
struct EmbeddedFile {
  let path: String
  let bytes: [UInt8]

  /// Its name with a low line for each character that a Swift name cannot have, as SwiftPM does it.
  private var name: String {
    let file = path.split(separator: "/").last ?? ""
    let name = String(
      file.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber ?? true ? "_\(name)" : name
  }

  var code: String {
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(where: isLost)
    else { return "  static var \(name): [UInt8] { \(bytes) }\n" }
    let fence = self.fence(of: text)
    return """
        static var \(name): [UInt8] {
          let text: StaticString = \(fence)\"""
      \(text)
      \"""\(fence)
          return text.withUTF8Buffer(Array.init)
        }

      """
  }

  /// Whether a string over several lines has no such byte, or another in its place.
  private func isLost(_ byte: UInt8) -> Bool { byte == 0 || byte == UInt8(ascii: "\r") }

  /// So many number signs that nothing in the text ends the string, or is an escape in it.
  private func fence(of text: String) -> String {
    let longest = text.split(whereSeparator: { $0 != "#" }).map(\.count).max() ?? 0
    return String(repeating: "#", count: longest + 1)
  }
}
