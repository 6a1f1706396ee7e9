/// A kind of order: how it is sent, and how signs of one are looked for whose answer was lost.
public protocol OrderWork: Sendable {
  /// What is ordered.
  associatedtype Order: Codable & Sendable
  /// What the one who ordered it is answered.
  associatedtype Answer: Codable & Hashable & Sendable
  /// What was known before the order was sent, kept in the book beside it.
  associatedtype Basis: Codable & Sendable

  /// The kind, as the book calls it.
  static var kind: String { get }
  /// What sending it again does.
  static var repetition: OrderProgress.Repetition { get }

  /// The order in its canonical form, so that equal orders have equal JSON.
  var order: Order { get }

  /// Sends the order once. It throws nothing: what went wrong is in its result.
  mutating func send(_ entry: OrderEntry, _ basis: Basis) async -> OrderAttempt<Answer>

  /// Looks for signs of the order.
  ///
  /// - Throws: whatever keeps it from looking.
  mutating func look(_ entry: OrderEntry, _ basis: Basis) async throws -> OrderLookup<Answer>

  /// Waits before the order is sent again.
  ///
  /// - Parameters:
  ///   - error: what has happened; nil if an earlier request may be under way yet.
  ///   - attempt: which attempt has failed, from 1.
  ///   - least: how long to wait at the least.
  /// - Returns: whether it is to be sent again; nothing was waited for if not.
  /// - Throws: if the task is cancelled, at once.
  mutating func wait(
    after error: (any Error)?, attempt: Int, least: Duration
  ) async throws -> Bool
}

/// What came of sending an order once.
public enum OrderAttempt<Answer: Sendable>: Sendable {
  /// It was carried out, now or before.
  case done(OrderMade<Answer>)
  /// This request was refused. The answer says so; the error says why if there is no answer for it.
  case refused(Answer?, any Error)
  /// It was not looked at: nothing was sent, or the provider asks to be left alone.
  case notSent(any Error)
  /// There is no answer, or none that can be read.
  case none(any Error)

  var kind: OrderProgress.Answer {
    switch self {
    case .done: .done
    case .refused: .refused
    case .notSent: .notSent
    case .none: .none
    }
  }
}

/// What can be seen of an order.
public enum OrderLookup<Answer: Sendable>: Sendable {
  /// It was carried out: nothing else can have left this sign.
  case found(OrderMade<Answer>)
  /// Something is as the order would have made it, and may be somebody else's doing.
  case oneAlike
  /// Several things are.
  case severalAlike
  /// There is no sign yet.
  case none
  /// It cannot be seen.
  case unreadable
}

/// What an order has made.
public struct OrderMade<Answer: Sendable>: Sendable {
  /// What the one who ordered it is answered.
  public let answer: Answer
  /// The id of what it made, if that is known.
  public let id: String?

  /// Makes a description.
  public init(_ answer: Answer, id: String?) {
    self.answer = answer
    self.id = id
  }
}

/// How carrying out an order has ended.
public enum OrderEnd<Answer: Sendable>: Sendable {
  /// It was carried out.
  case done(Answer)
  /// It was not carried out, and this is why.
  case refused(Answer)
  /// It is open: it may have been carried out, and that could not be found out.
  case open(OrderDoubt)
}

/// Why it is not known what became of an order.
public enum OrderDoubt: Sendable {
  /// The provider refused to do it again.
  case refusedAgain(any Error)
  /// The last request, or the last look, met with this.
  case failed(any Error)
  /// It was looked for, and what was seen does not settle it.
  case unclear
  /// It was given up, and is not sent any more.
  case givenUp
}
