import Bank
import Flowline

/// What came of asking a bank, as a journal keeps it: what it answered, or why it did not.
///
/// An answer is kept as it is, an error as `{"trouble":{…}}`. An answer must not be an object that has
/// `trouble` and no `value`, or it would be read as an error.
enum BankReply<Answer: Codable & Sendable>: Sendable {
  case answered(Answer)
  case failed(BankError)

  /// Asks, and takes for a reply what the person can be told and can do something about.
  ///
  /// - Throws: whatever else is thrown, `outcomeUnknown` among it.
  static func of(_ ask: () async throws -> Answer) async throws -> BankReply {
    do {
      return .answered(try await ask())
    } catch let error as BankError where error.hasPage {
      return .failed(error)
    }
  }

  /// The same for an order.
  ///
  /// - Throws: `CommitNotSent` with a `BankError` that is none to be told on a page, if the order was
  ///   not carried out. Whatever else is thrown, `outcomeUnknown` among it, leaves that unknown.
  static func ofOrder(_ send: () async throws -> Answer) async throws -> BankReply {
    do {
      return try await of(send)
    } catch let error as BankError where error.code != .outcomeUnknown {
      throw CommitNotSent(error)
    }
  }
}

extension BankReply: Codable {
  private enum CodingKeys: String, CodingKey {
    case error = "trouble"
    case value
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self),
      container.contains(.error), !container.contains(.value)
    {
      self = .failed(try container.decode(BankError.self, forKey: .error))
    } else {
      self = .answered(try Answer(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .answered(let answer): try answer.encode(to: encoder)
    case .failed(let error):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(error, forKey: .error)
    }
  }
}

/// What comes of showing a page: something is chosen, or the bank has answered meanwhile.
///
/// A journal keeps the bank's reply; a choice is kept by its key.
enum PageEvent<Choice: Sendable, Known: Codable & Sendable>: Codable, Sendable {
  case chosen(Choice)
  case changed(BankReply<Known>)

  init(from decoder: any Decoder) throws { self = .changed(try BankReply(from: decoder)) }

  func encode(to encoder: any Encoder) throws {
    guard case .changed(let reply) = self else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    try reply.encode(to: encoder)
  }
}
