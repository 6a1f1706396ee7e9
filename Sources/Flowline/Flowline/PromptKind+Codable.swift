import Days

extension PromptKind: Codable {
  fileprivate enum Key: String, CodingKey {
    case name, least, most, currency, exponent, choices, first, last, fractionDigits, isRepeated
    case accepts, leaning, schema, types
  }

  /// Writes an object whose `name` is the kind's name, with its limits and choices beside it.
  ///
  /// For instance `{"name":"number","least":1,"most":9}` or `{"name":"choice","choices":[...]}`; a
  /// limit that is nil is left out, and so is a day's `leaning` unless
  /// days lie in the past. A kind of your own has `accepts` and `schema` beside its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    switch self {
    case .text(let range), .longText(let range), .number(let range):
      try container.encode(limits: range)
    case .decimal(let fractionDigits, let least, let most):
      try container.encode(fractionDigits, forKey: .fractionDigits)
      try container.encodeIfPresent(least, forKey: .least)
      try container.encodeIfPresent(most, forKey: .most)
    case .secret(let range, let isRepeated):
      try container.encode(limits: range)
      try container.encode(isRepeated, forKey: .isRepeated)
    case .amount(let currency, let exponent, let range):
      try container.encode(currency, forKey: .currency)
      try container.encode(exponent, forKey: .exponent)
      try container.encode(limits: range)
    case .choice(let choices): try container.encode(choices, forKey: .choices)
    case .choices(let choices, let range):
      try container.encode(choices, forKey: .choices)
      try container.encode(limits: range)
    case .date(let first, let last, let leaning):
      try container.encodeIfPresent(first, forKey: .first)
      try container.encodeIfPresent(last, forKey: .last)
      if leaning != .future { try container.encode(leaning, forKey: .leaning) }
    case .file(let types, let size):
      try container.encode(types, forKey: .types)
      try container.encode(limits: size)
    case .confirm, .path, .review: break
    case .custom(let kind):
      try container.encode(kind.accepts, forKey: .accepts)
      try container.encode(limits: kind.length)
      try container.encode(kind.schema, forKey: .schema)
    }
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decode(String.self, forKey: .name)
    switch name {
    case "text": self = .text(length: try container.limits())
    case "long-text": self = .longText(length: try container.limits())
    case "number": self = .number(try container.limits())
    case "decimal":
      self = .decimal(
        fractionDigits: try container.decode(Int.self, forKey: .fractionDigits),
        least: try container.decodeIfPresent(String.self, forKey: .least),
        most: try container.decodeIfPresent(String.self, forKey: .most))
    case "secret":
      self = .secret(
        length: try container.limits(),
        isRepeated: try container.decode(Bool.self, forKey: .isRepeated))
    case "path": self = .path
    case "file":
      self = .file(
        types: try container.decode([FileType].self, forKey: .types), size: try container.limits())
    case "amount":
      self = .amount(
        currency: try container.decode(String.self, forKey: .currency),
        exponent: try container.decode(Int.self, forKey: .exponent),
        minorUnits: try container.limits())
    case "choice": self = .choice(try container.decode([Choice].self, forKey: .choices))
    case "choices":
      self = .choices(
        try container.decode([Choice].self, forKey: .choices), count: try container.limits())
    case "confirm": self = .confirm
    case "date":
      self = .date(
        first: try container.decodeIfPresent(String.self, forKey: .first),
        last: try container.decodeIfPresent(String.self, forKey: .last),
        leaning: try container.decodeIfPresent(DayLeaning.self, forKey: .leaning) ?? .future)
    case "review": self = .review
    case _ where CustomKind.isName(name) && container.contains(.accepts):
      self = .custom(
        CustomKind(
          name, accepts: try container.decode(LocalizedText.self, forKey: .accepts),
          length: try container.limits(),
          schema: try container.decode([String: JSONValue].self, forKey: .schema)))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: container, debugDescription: "no kind of prompt: \(name)")
    }
  }
}

extension KeyedEncodingContainer<PromptKind.Key> {
  fileprivate mutating func encode<Bound: FixedWidthInteger & Encodable>(
    limits: ClosedRange<Bound>
  ) throws {
    if limits.lowerBound != .min { try encode(limits.lowerBound, forKey: .least) }
    if limits.upperBound != .max { try encode(limits.upperBound, forKey: .most) }
  }
}

extension KeyedDecodingContainer<PromptKind.Key> {
  fileprivate func limits<Bound: FixedWidthInteger & Decodable>() throws -> ClosedRange<Bound> {
    let least = try decodeIfPresent(Bound.self, forKey: .least) ?? .min
    let most = try decodeIfPresent(Bound.self, forKey: .most) ?? .max
    guard least <= most else {
      throw DecodingError.dataCorruptedError(
        forKey: .most, in: self, debugDescription: "limits that leave nothing: \(least) to \(most)")
    }
    return least...most
  }
}
