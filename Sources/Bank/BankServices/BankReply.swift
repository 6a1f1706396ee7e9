public import Bank

/// What came of asking a bank, as a journal keeps it: what it answered, or why it did not.
///
/// An answer is kept as it is, an error as `{"trouble":{…}}`. An answer must not be an object that has
/// `trouble` and no `value`, or it would be read as an error.
public enum BankReply<Answer: Codable & Sendable>: Sendable {
  /// What the bank answered.
  case answered(Answer)
  /// Why it did not.
  case failed(BankError)
}

extension BankReply: Codable {
  private enum CodingKeys: String, CodingKey {
    case error = "trouble"
    case value
  }

  /// Reads an error if it is one, and else an answer.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self),
      container.contains(.error), !container.contains(.value)
    {
      self = .failed(try container.decode(BankError.self, forKey: .error))
    } else {
      self = .answered(try Answer(from: decoder))
    }
  }

  /// Writes the answer, or the error under its key.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .answered(let answer): try answer.encode(to: encoder)
    case .failed(let error):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(error, forKey: .error)
    }
  }
}
