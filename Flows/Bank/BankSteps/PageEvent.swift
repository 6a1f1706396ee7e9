public import Bank

/// What comes of showing a page: something is chosen, or something else is known by now.
///
/// As JSON it is what is known by now, as a journal keeps it; a choice is kept by its key.
public enum PageEvent<Choice: Sendable, Shown: Codable & Sendable>: Sendable {
  /// The person has chosen.
  case chosen(Choice)
  /// This is known by now.
  case changed(Shown)
  /// Nothing newer will come as long as this is so.
  case trouble(BankError)
}

extension PageEvent: Codable {
  /// Reads what is known, or the trouble.
  public init(from decoder: any Decoder) throws {
    switch try BankReply<Shown>(from: decoder) {
    case .answered(let shown): self = .changed(shown)
    case .trouble(let trouble): self = .trouble(trouble)
    }
  }

  /// Writes what is known, or the trouble; nothing of a choice.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .changed(let shown): try BankReply.answered(shown).encode(to: encoder)
    case .trouble(let trouble): try BankReply<Shown>.trouble(trouble).encode(to: encoder)
    case .chosen:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}
