public import Bank
public import FoundationEssentials
import ServiceBasics
import ServiceOrders

extension HTTPBank {
  /// The transfers of round-ups that this client's book has.
  ///
  /// The API has no word for them: what was ordered with another book is not among them.
  public func roundUps(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> RoundUpHistory {
    let account = try await self.account(account)
    let owner = try await customer()
    let times = Timestamp(interval.lowerBound)..<Timestamp(interval.upperBound)
    let claims = try book { try $0.claims(on: account.id.text, in: times, of: owner) }
    let transfers = try claims.compactMap { entry, subjects -> RoundUpHistory.Transfer? in
      guard entry.kind == TransferWork.kind, let state = entry.roundUpState else { return nil }
      let order: TransferOrder = try CanonicalJSON.value(entry.contents)
      return RoundUpHistory.Transfer(
        id: entry.made ?? entry.key, amount: order.amount, goal: order.goal,
        payments: subjects.compactMap { Payment.ID($0) }, state: state)
    }
    guard transfers.isEmpty else { return RoundUpHistory(transfers.sorted { $0.id < $1.id }) }
    return RoundUpHistory([], otherMoves: try await otherMoves(of: account, since: interval))
  }

  /// What was ordered with another book is not known.
  public var knowsAllRoundUps: Bool { false }

  /// Moves into goals since an interval began that no order of this book has made.
  private func otherMoves(
    of account: Account, since interval: Range<Date>
  ) async throws -> [Payment] {
    let end = max(interval.upperBound, configuration.timing.now().addingTimeInterval(86_400))
    let moves = try await payments(of: account.id, in: interval.lowerBound..<end).filter {
      $0.source == .internalTransfer && $0.direction == .outgoing
        && $0.category == account.defaultCategory
    }
    let made = try book { try $0.made(among: moves.map(\.id.text)) }
    return moves.filter { !made.contains($0.id.text) }
  }
}

extension OrderEntry {
  /// What became of a round-up's transfer; nil if it was not sent.
  fileprivate var roundUpState: RoundUpHistory.State? {
    switch state {
    case .done: .moved
    case .sent, .inDoubt: .unanswered
    case .givenUp: .givenUp
    case .made, .refused: nil
    }
  }
}
