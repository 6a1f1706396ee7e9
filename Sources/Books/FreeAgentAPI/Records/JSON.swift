import FoundationEssentials
public import Money

extension FreeAgent {
  /// A JSON value as it came: numbers are exact.
  public enum JSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A number of up to 38 digits.
    case number(ExactDecimal)
    /// A text.
    case text(String)
    /// A list.
    case list([JSON])
    /// An object.
    case object([String: JSON])
  }
}

extension FreeAgent.JSON: Codable {
  /// Reads any JSON but numbers of more than 38 digits, which are a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let decimal = try? container.decode(Decimal.self) {
      guard let number = ExactDecimal(decimal.description) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a number of more than 38 digits")
      }
      self = .number(number)
    } else if let list = try? container.decode([FreeAgent.JSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: FreeAgent.JSON].self))
    }
  }

  /// Writes the value; a number as a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number):
      guard let decimal = Decimal(string: number.description) else {
        throw EncodingError.invalidValue(
          number,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "\(number) does not fit"))
      }
      try container.encode(decimal)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}
