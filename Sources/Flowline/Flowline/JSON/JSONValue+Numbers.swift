public import FoundationEssentials

extension JSONValue {
  /// An integer of any width.
  public init(_ integer: some FixedWidthInteger) {
    if let integer = Int64(exactly: integer) {
      self = .integer(integer)
    } else {
      self = JSONNumber.read(integer.description.utf8).value ?? .string(integer.description)
    }
  }

  /// The shortest digits that mean this number and no other; infinities and what is no number are
  /// the strings `inf`, `-inf` and `nan`.
  public init(_ number: Double) {
    if let integer = Int64(exactly: number), number != 0 || number.sign == .plus,
      abs(number) < 0x1p53
    {
      self = .integer(integer)
    } else {
      self.init(number, number.description)
    }
  }

  /// The shortest digits that mean this number and no other `Float`; infinities and what is no
  /// number are the strings `inf`, `-inf` and `nan`.
  public init(_ number: Float) { self.init(number, number.description) }

  /// The number with all its digits; what is no number is the string `nan`.
  public init(_ decimal: Decimal) {
    guard !decimal.isNaN, let value = JSONNumber.read(decimal.description.utf8).value else {
      self = .string("nan")
      return
    }
    self = value
  }

  private init(_ number: some BinaryFloatingPoint, _ text: String) {
    if number.isFinite, let value = JSONNumber.read(text.utf8).value {
      self = value
    } else {
      self = .string(number.isNaN ? "nan" : number > 0 ? "inf" : "-inf")
    }
  }
}

extension JSONNumber {
  /// The number as a `Decimal`; nil if it has more digits than one can hold.
  public var decimal: Decimal? {
    guard let decimal = Decimal(string: description),
      case .number(let same) = JSONNumber.read(decimal.description.utf8)
    else { return description == "-0" ? 0 : nil }
    return same == self ? decimal : nil
  }
}
