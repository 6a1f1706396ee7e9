import Flowline

/// Reads a body of the type `application/x-www-form-urlencoded` (WHATWG, "URL Standard"), strictly.
///
/// Every escape is two digits, every value is UTF-8. Names may be repeated, and brackets in them mean
/// nothing.
enum URLEncodedForm {
  static let type = "application/x-www-form-urlencoded"

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - limits: what it may hold.
  /// - Returns: the fields, in order.
  /// - Throws: why it is not read.
  static func read(_ bytes: [UInt8], _ limits: BodyLimits = BodyLimits()) throws(BodyFault)
    -> PostedBody
  {
    guard bytes.count <= limits.bytes else { throw .tooLarge(.bytes) }
    var body = PostedBody()
    try read(bytes[...], limits, into: &body)
    return body
  }

  /// Reads a body, or a part of one that is too large.
  ///
  /// - Parameters:
  ///   - bytes: what came of it: whole fields.
  ///   - limits: what it may hold.
  ///   - body: the fields, in order; also those around one that is too long, and before what is refused.
  /// - Throws: why it is not read.
  static func read(
    _ bytes: ArraySlice<UInt8>, _ limits: BodyLimits, into body: inout PostedBody
  ) throws(BodyFault) {
    var isTooLong = false
    // No more pieces are made than are read: millions would take more memory than the body.
    let pairs = bytes.split(separator: UInt8(ascii: "&"), maxSplits: limits.fields)
    for (index, pair) in pairs.enumerated() {
      guard index < limits.fields else { throw .tooLarge(.fields) }
      guard pair.count <= limits.fieldBytes else {
        isTooLong = true
        continue
      }
      let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      body.fields.append(
        PostedBody.Field(
          name: try decoded(pair[..<sign]), value: try decoded(pair[sign...].dropFirst())))
    }
    if isTooLong { throw .tooLarge(.fieldBytes) }
  }

  /// Reads the query of an address; nil if it is none.
  static func query(_ text: String) -> PostedBody? {
    try? read(Array(text.utf8), BodyLimits(bytes: 8192, fields: 50))
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) throws(BodyFault) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimalValue,
          let low = rest.popFirst()?.hexadecimalValue
        else { throw .malformed("an escape is not two hexadecimal digits") }
        decoded.append(high << 4 | low)
      case 0x21...0x7E: decoded.append(byte)
      default: throw .malformed("a byte is not escaped")
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw .malformed("a field is not UTF-8")
    }
    return text
  }
}
