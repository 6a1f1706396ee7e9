public import Money

/// The transfers that moved the round-ups of some payments, as far as they are known.
public struct RoundUpHistory: Sendable, Hashable, Codable {
  /// What became of a transfer.
  public enum State: String, Sendable, Hashable, Codable {
    /// The money was moved.
    case moved
    /// It was sent and never answered: whether the money was moved is not known.
    case unanswered
    /// A person gave it up while that was not known.
    case givenUp = "given-up"
  }

  /// A transfer of a round-up.
  public struct Transfer: Sendable, Hashable, Codable {
    /// The id of what it left in the feed; the key of its order if that is not known.
    public let id: String

    /// How much it moves.
    public let amount: Money

    /// The goal that it moves the money into.
    public let goal: SavingsGoal.ID

    /// The payments whose round-up it moves, sorted.
    public let payments: [Payment.ID]

    /// What became of it.
    public let state: State

    /// Makes a description.
    public init(
      id: String, amount: Money, goal: SavingsGoal.ID, payments: [Payment.ID], state: State
    ) {
      self.id = id
      self.amount = amount
      self.goal = goal
      self.payments = payments.sorted()
      self.state = state
    }
  }

  /// The transfers, oldest first.
  public let transfers: [Transfer]

  /// Moves into goals since the interval began that no transfer of a round-up known here has made;
  /// looked for only if there is no transfer of the interval.
  ///
  /// Unless ``Bank/knowsAllRoundUps``, any of them may be one.
  public let otherMoves: [Payment]

  /// Makes a history.
  public init(_ transfers: [Transfer], otherMoves: [Payment] = []) {
    self.transfers = transfers
    self.otherMoves = otherMoves
  }

  /// The payments whose round-up was moved.
  public var moved: Set<Payment.ID> { payments(.moved) }

  /// The payments whose round-up was moved or may have been.
  public var covered: Set<Payment.ID> { moved.union(payments(.unanswered)) }

  /// The transfers that may have moved money, and were not given up.
  public var unanswered: [Transfer] { transfers.filter { $0.state == .unanswered } }

  /// The moves that are left once each of some amounts has accounted for one of them.
  ///
  /// - Parameters:
  ///   - moves: the moves of a feed.
  ///   - amounts: what the bank's own round-up has moved, and orders that left no known item, in
  ///     minor units.
  /// - Returns: those that none of the amounts explains.
  package static func unexplained(_ moves: [Payment], by amounts: [Int64]) -> [Payment] {
    var left = Dictionary(amounts.map { ($0, 1) }, uniquingKeysWith: +)
    return moves.filter { move in
      guard let count = left[move.amount.minorUnits], count > 0 else { return true }
      left[move.amount.minorUnits] = count - 1
      return false
    }
  }

  /// How long before an interval a payment may have been made that the bank rounds up in it, as it
  /// settles: 35 days, in seconds.
  package static let settlingTime = 35.0 * 86_400

  private func payments(_ state: State) -> Set<Payment.ID> {
    Set(transfers.lazy.filter { $0.state == state }.flatMap(\.payments))
  }
}
