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
  public func encode(to encoder: any Encoder) throws { try jsonValue().encode(to: encoder) }

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

extension PromptKind: JSONObject {
  /// Tells what it encodes to.
  ///
  /// - Throws: an `EncodingError` for the schema of a kind that is nested too deep to be read again.
  package func tell(_ members: inout some JSONMembers) throws {
    switch self {
    case .text(let range), .longText(let range), .number(let range): members.add(limits: range)
    case .decimal(let fractionDigits, let least, let most):
      members.add(.fractionDigits, JSONValue(fractionDigits))
      members.add(.least, least.map { .string($0) })
      members.add(.most, most.map { .string($0) })
    case .secret(let range, let isRepeated):
      members.add(.isRepeated, .bool(isRepeated))
      members.add(limits: range)
    case .amount(let currency, let exponent, let range):
      members.add(.currency, .string(currency))
      members.add(.exponent, JSONValue(exponent))
      members.add(limits: range)
    case .choice(let choices): members.add(Key.choices.rawValue, choices)
    case .choices(let choices, let range):
      members.add(Key.choices.rawValue, choices)
      members.add(limits: range)
    case .date(let first, let last, let leaning):
      members.add(.first, first.map { .string($0) })
      members.add(.last, last.map { .string($0) })
      if leaning != .future { members.add(.leaning, .string(leaning.rawValue)) }
    case .file(_, let size): members.add(limits: size)
    case .confirm, .path, .review: break
    case .custom(let kind):
      members.add(Key.accepts.rawValue, kind.accepts)
      members.add(limits: kind.length)
    }
    members.add(.name, .string(name))
    switch self {
    case .custom(let kind): members.add(.schema, try JSONValue(encoding: kind.schema))
    case .file(let types, _): members.add(.types, .array(types.map { .string($0.rawValue) }))
    default: break
    }
  }
}

extension JSONMembers {
  fileprivate mutating func add(_ key: PromptKind.Key, _ value: JSONValue?) {
    add(key.rawValue, value)
  }

  fileprivate mutating func add(limits: ClosedRange<some FixedWidthInteger>) {
    if limits.lowerBound != .min { add(.least, JSONValue(limits.lowerBound)) }
    if limits.upperBound != .max { add(.most, JSONValue(limits.upperBound)) }
  }
}

extension Choice: JSONObject {
  package func tell(_ members: inout some JSONMembers) {
    members.add("detail", detail)
    members.add("key", key)
    members.add("label", label)
  }
}
