package import FoundationEssentials

extension UUID {
  /// The UUID as RFC 9562 writes it: 36 characters, the digits in lower case.
  ///
  /// Foundation's own text is in upper case, and takes some eight times as long.
  package var text: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: Self.textLength) { text in
        var next = 0
        for (index, byte) in bytes.enumerated() {
          if Self.isBehindHyphen(index) {
            text.initializeElement(at: next, to: UInt8(ascii: "-"))
            next += 1
          }
          text.add(hexadecimal: byte, at: &next)
        }
        return next
      }
    }
  }

  /// Reads what ``text`` writes, the digits in either case; nil if it is anything else.
  package init?(text: String) {
    var value = Self.nilUUID.uuid
    let isRead = withUnsafeMutableBytes(of: &value) { bytes in
      var rest = text.utf8.makeIterator()
      for index in bytes.indices {
        if Self.isBehindHyphen(index), rest.next() != UInt8(ascii: "-") { return false }
        guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue
        else { return false }
        bytes[index] = high << 4 | low
      }
      return rest.next() == nil
    }
    guard isRead else { return nil }
    self.init(uuid: value)
  }

  private static let textLength = 36

  /// Whether a hyphen comes before the byte of this number.
  private static func isBehindHyphen(_ index: Int) -> Bool {
    index == 4 || index == 6 || index == 8 || index == 10
  }
}
