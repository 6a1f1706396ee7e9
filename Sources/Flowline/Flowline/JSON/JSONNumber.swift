/// A number of JSON that is no integer of 64 bits, to its last digit: one with a fraction, or beyond
/// the range of `Int64`.
///
/// It is kept as its digits in one canonical form, so that equal numbers are equal and have equal
/// text: no zeros that could be left out, and an exponent only if the number is below 0.0000001 or
/// has more than 39 digits before its point. Zero with a minus is a number of its own, as it is for
/// `Double`; any other number that fits `Int64` is ``JSONValue/integer(_:)``.
///
/// Numbers are made by ``JSONValue``, which decides which of the two forms one has.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
  /// The digits as JSON has them, such as `12.5` or `1e300`.
  public let description: String

  fileprivate init(canonical text: String) { description = text }

  /// The nearest `Double`; nil if the number is too large for one.
  public var double: Double? { Double(description).flatMap { $0.isFinite ? $0 : nil } }

  /// The nearest `Float`, rounded once; nil if the number is too large for one.
  public var float: Float? { Float(description).flatMap { $0.isFinite ? $0 : nil } }

  /// The number as an integer of a type; nil if it has a fraction or does not fit.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    // Whole numbers of up to 39 digits, all that 128 bits can hold, are written without exponent.
    description == "-0" ? 0 : Integer(description)
  }
}

extension JSONNumber {
  /// A number that was read: how large it is decides which case of ``JSONValue`` has it.
  enum Reading {
    case integer(Int64)
    case number(JSONNumber)
    /// The exponent is beyond anything that is counted or measured.
    case outOfRange

    var value: JSONValue? {
      switch self {
      case .integer(let integer): .integer(integer)
      case .number(let number): .number(number)
      case .outOfRange: nil
      }
    }
  }

  /// How large the exponent of a number may be when it is written with one digit before its point.
  ///
  /// Any type of the standard library and Foundation is far below; the limit keeps what is done
  /// with a number in proportion to its text.
  static let largestExponent = 9_999

  /// Reads a number that has the form that JSON wants.
  ///
  /// Takes time in proportion to the text, whatever the exponent.
  static func read(_ text: some BidirectionalCollection<UInt8>) -> Reading {
    Scanner(text).reading
  }
}

/// Takes a number apart and puts it together in its canonical form.
private struct Scanner {
  private var isNegative = false
  /// The digits without zeros at either end.
  private var digits: [UInt8] = []
  /// The power of ten that the digits, as a whole number, are multiplied by.
  private var power = 0

  init(_ text: some BidirectionalCollection<UInt8>) {
    var fractionDigits = 0
    var exponent = 0
    var isExponentNegative = false
    var part = Part.whole
    digits.reserveCapacity(text.count)
    for byte in text {
      switch (byte, part) {
      case (UInt8(ascii: "-"), .whole): isNegative = true
      case (UInt8(ascii: "-"), _): isExponentNegative = true
      case (UInt8(ascii: "."), _): part = .fraction
      case (UInt8(ascii: "e"), _), (UInt8(ascii: "E"), _): part = .exponent
      case (0x30...0x39, .exponent):
        // Held far above the limit, and far below what could overflow.
        exponent = min(exponent * 10 + Int(byte - 0x30), 1 << 40)
      case (0x30...0x39, _):
        if part == .fraction { fractionDigits += 1 }
        if !digits.isEmpty || byte != 0x30 { digits.append(byte) }
      default: break
      }
    }
    power = (isExponentNegative ? -exponent : exponent) - fractionDigits
    while digits.last == 0x30 {
      digits.removeLast()
      power += 1
    }
  }

  private enum Part { case whole, fraction, exponent }

  var reading: JSONNumber.Reading {
    if digits.isEmpty {
      return isNegative ? .number(JSONNumber(canonical: "-0")) : .integer(0)
    }
    let exponent = power + digits.count - 1
    guard abs(exponent) <= JSONNumber.largestExponent else { return .outOfRange }
    if power >= 0, exponent < 19, let integer { return .integer(integer) }
    return .number(JSONNumber(canonical: -7...38 ~= exponent ? plainText : text(exponent)))
  }

  private var integer: Int64? {
    var integer: Int64 = 0
    for place in 0..<digits.count + power {
      let digit = place < digits.count ? Int64(digits[place] - 0x30) : 0
      let (product, isTooLarge) = integer.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isTooLarge || isSumTooLarge { return nil }
      integer = sum
    }
    return integer
  }

  private var sign: String { isNegative ? "-" : "" }

  private var plainText: String {
    let whole = digits.count + power
    if power >= 0 { return sign + text(digits) + String(repeating: "0", count: power) }
    if whole > 0 { return sign + text(digits[..<whole]) + "." + text(digits[whole...]) }
    return sign + "0." + String(repeating: "0", count: -whole) + text(digits)
  }

  private func text(_ exponent: Int) -> String {
    sign + text(digits[..<1]) + (digits.count > 1 ? "." + text(digits[1...]) : "") + "e\(exponent)"
  }

  private func text(_ digits: some Collection<UInt8>) -> String {
    String(decoding: digits, as: UTF8.self)
  }
}
