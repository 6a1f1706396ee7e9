import ServiceBasics

/// The numbers that others pay to.
package struct AccountNumber: Sendable, Hashable {
  /// The bank's sort code: "608371".
  package static let sortCode = "608371"

  /// The bank's BIC.
  package static let bic = "SRLGGB2L"

  /// Eight digits, such as "01234567".
  package let text: String

  /// The number of the account that was opened as the nth, beginning with 1.
  init(opened nth: Int64) {
    // Any start does; the API's own example makes the first one easy to recognize.
    text = padded((nth + 1_234_566) % 100_000_000, 8)
  }

  /// The international number, such as "GB63SRLG60837101234567".
  ///
  /// Source of the check digits: ISO 7064, MOD 97-10, as ISO 13616 uses it.
  package var iban: String {
    let basic = "\(Self.bic.prefix(4))\(Self.sortCode)\(text)"
    return "GB\(padded(98 - Self.remainder(of: "\(basic)GB00"), 2))\(basic)"
  }

  /// The remainder by 97 of the digits, letters being 10 to 35.
  package static func remainder(of text: String) -> Int64 {
    text.utf8.reduce(0) { remainder, byte in
      let isDigit = byte <= UInt8(ascii: "9")
      let value = Int64(byte - (isDigit ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10))
      return (remainder * (isDigit ? 10 : 100) + value) % 97
    }
  }
}
