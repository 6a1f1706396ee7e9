/// What came of asking a service, as a journal keeps it: what it answered, or why it did not.
///
/// An answer is kept as it is, an error as `{"trouble":{…}}`. An answer must not be an object that has
/// `trouble` and no `value`, or it would be read as an error.
public enum ServiceReply<Answer: Codable & Sendable, Trouble: Error & Codable>: Sendable {
  /// What the service answered.
  case answered(Answer)
  /// Why it did not.
  case failed(Trouble)
}

extension ServiceReply {
  /// The reply with something made of its answer; of one that failed, its trouble.
  public func map<Other: Codable & Sendable>(
    _ make: (Answer) async throws -> Other
  ) async rethrows -> ServiceReply<Other, Trouble> {
    switch self {
    case .answered(let answer): .answered(try await make(answer))
    case .failed(let trouble): .failed(trouble)
    }
  }
}

extension ServiceReply: Codable {
  private enum CodingKeys: String, CodingKey {
    case trouble
    case value
  }

  /// Reads an error if it is one, and else an answer.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self),
      container.contains(.trouble), !container.contains(.value)
    {
      self = .failed(try container.decode(Trouble.self, forKey: .trouble))
    } else {
      self = .answered(try Answer(from: decoder))
    }
  }

  /// Writes the answer, or the error under its key.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .answered(let answer): try answer.encode(to: encoder)
    case .failed(let trouble):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(trouble, forKey: .trouble)
    }
  }
}
