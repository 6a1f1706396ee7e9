import FoundationEssentials

extension JSONValue {
  var isNull: Bool { if case .null = self { true } else { false } }

  /// What the value is, for people; never what stands in it.
  private var shape: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: isRedactionMark ? "the mark of a secret" : "an object"
    }
  }

  func mismatch(_ wanted: String, at place: DecodingPlace?) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: place.path, debugDescription: "expected \(wanted), found \(shape)")
    return isNull
      ? .valueNotFound(JSONValue.self, context) : .typeMismatch(JSONValue.self, context)
  }

  func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, at place: @autoclosure () -> DecodingPlace?
  ) throws -> Integer {
    let found: Integer?
    switch self {
    case .integer(let integer): found = Integer(exactly: integer)
    case .number(let number): found = number.integer(as: type)
    default: throw mismatch("a whole number", at: place())
    }
    guard let found else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: place().path, debugDescription: "\(text) is no \(type)"))
    }
    return found
  }

  func double(at place: @autoclosure () -> DecodingPlace?) throws -> Double {
    guard let double = Double(recorded: self) else { throw mismatch("a number", at: place()) }
    return double
  }

  func float(at place: @autoclosure () -> DecodingPlace?) throws -> Float {
    guard let float = Float(recorded: self) else { throw mismatch("a number", at: place()) }
    return float
  }

  func bool(at place: @autoclosure () -> DecodingPlace?) throws -> Bool {
    guard case .bool(let bool) = self else { throw mismatch("true or false", at: place()) }
    return bool
  }

  func string(at place: @autoclosure () -> DecodingPlace?) throws -> String {
    guard case .string(let string) = self else { throw mismatch("a string", at: place()) }
    return string
  }

  /// What stands for numbers that JSON does not have.
  func special<Number: BinaryFloatingPoint>(_ type: Number.Type) -> Number? {
    switch string {
    case "inf": .infinity
    case "-inf": -.infinity
    case "nan": .nan
    default: nil
    }
  }
}

extension Double {
  /// The number that encodes to this value, or the nearest to it; nil if the value is no number, or
  /// too large for one.
  init?(recorded value: JSONValue) {
    let number: Double? =
      switch value {
      case .integer(let integer): Double(integer)
      case .number(let number): number.double
      default: value.special(Double.self)
      }
    guard let number else { return nil }
    self = number
  }
}

extension Float {
  init?(recorded value: JSONValue) {
    let number: Float? =
      switch value {
      case .integer(let integer): Float(integer)
      case .number(let number): number.float
      default: value.special(Float.self)
      }
    guard let number else { return nil }
    self = number
  }
}

extension Decimal {
  init?(recorded value: JSONValue) {
    switch value {
    case .integer(let integer): self.init(integer)
    case .number(let number):
      guard let decimal = number.decimal else { return nil }
      self = decimal
    case .string("nan"): self = .nan
    default: return nil
    }
  }
}
