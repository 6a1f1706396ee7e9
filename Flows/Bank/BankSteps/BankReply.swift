import Bank
import Flowline

/// What came of asking a bank, as a journal keeps it: what it answered, or why it did not.
///
/// An answer stands in the journal as it is, trouble as `{"trouble":{…}}`. An answer must not be an
/// object that has `trouble` and no `value`, or it would be read as trouble.
enum BankReply<Answer: Codable & Sendable>: Sendable {
  case answered(Answer)
  case trouble(BankError)

  /// Asks, and takes for a reply what the person can be told and can do something about.
  ///
  /// - Throws: whatever else is thrown, `outcomeUnknown` among it.
  nonisolated(nonsending) static func of(
    _ ask: () async throws -> Answer
  ) async throws -> BankReply {
    do {
      return .answered(try await ask())
    } catch let trouble as BankError where trouble.hasPage {
      return .trouble(trouble)
    }
  }

  /// The same for an order.
  ///
  /// - Throws: `CommitNotSent` with a `BankError` that is none to be told on a page, if the order was
  ///   not carried out. Whatever else is thrown, `outcomeUnknown` among it, leaves that unknown.
  nonisolated(nonsending) static func ofOrder(
    _ send: () async throws -> Answer
  ) async throws -> BankReply {
    do {
      return try await of(send)
    } catch let error as BankError where error.code != .outcomeUnknown {
      throw CommitNotSent(error)
    }
  }
}

extension BankReply: Codable {
  private enum CodingKeys: CodingKey {
    case trouble, value
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self),
      container.contains(.trouble), !container.contains(.value)
    {
      self = .trouble(try container.decode(BankError.self, forKey: .trouble))
    } else {
      self = .answered(try Answer(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .answered(let answer): try answer.encode(to: encoder)
    case .trouble(let trouble):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(trouble, forKey: .trouble)
    }
  }
}
