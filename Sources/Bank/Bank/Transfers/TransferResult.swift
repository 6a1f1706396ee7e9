/// What a bank answers to a `TransferOrder`.
///
/// Its JSON is `{"moved":{…}}` or `{"refused":{"insufficientFunds":{…}}}`.
public enum TransferResult: Sendable, Hashable {
  /// The money was moved, now or when the order came first.
  case moved(TransferReceipt)

  /// Nothing was moved.
  case refused(TransferRefusal)
}

extension TransferResult: OrderAnswer {
  package var isDone: Bool {
    if case .moved = self { true } else { false }
  }
}

extension TransferResult: Codable {
  private enum CodingKeys: CodingKey {
    case moved, refused
  }

  /// Reads whichever of the two keys is there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let receipt = try container.decodeIfPresent(TransferReceipt.self, forKey: .moved) {
      self = .moved(receipt)
    } else {
      self = .refused(try container.decode(TransferRefusal.self, forKey: .refused))
    }
  }

  /// Writes one key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .moved(let receipt): try container.encode(receipt, forKey: .moved)
    case .refused(let refusal): try container.encode(refusal, forKey: .refused)
    }
  }
}
