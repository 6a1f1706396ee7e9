import Flowline
package import Hummingbird

/// Escapes of bytes by `%` and two hexadecimal digits (RFC 3986, 2.1).
enum PercentEncoding {
  /// The text without escapes; nil if one is not whole, or the bytes are not UTF-8.
  static func decoded(_ text: some StringProtocol) -> String? {
    // Nearly every text has none.
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue,
        let low = rest.popFirst()?.hexadecimalValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension Parameters {
  /// The part of the path that has a name, as it is meant; nil if there is none, or it is not well written.
  ///
  /// The router leaves its escapes as they are.
  package func decoded(_ name: String) -> String? { get(name).flatMap(PercentEncoding.decoded) }
}
