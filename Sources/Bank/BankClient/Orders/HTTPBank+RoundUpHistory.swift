public import Bank
public import FoundationEssentials
import Money
import ServiceBasics
import ServiceOrders
import StarlingAPI

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
    let claims = try await book {
      try await $0.claims(on: account.id.text, in: times, of: owner)
    }
    let transfers = try claims.compactMap { entry, subjects -> RoundUpHistory.Transfer? in
      guard entry.kind == TransferWork.kind, let state = entry.roundUpState else { return nil }
      let order: TransferOrder = try CanonicalJSON.value(entry.contents)
      return RoundUpHistory.Transfer(
        id: entry.made ?? entry.key, amount: order.amount, goal: order.goal,
        payments: subjects.compactMap { Payment.ID($0) }, state: state)
    }
    guard transfers.isEmpty else { return RoundUpHistory(transfers) }
    return RoundUpHistory([], otherMoves: try await otherMoves(of: account, since: interval))
  }

  /// What was ordered with another book is not known.
  public var knowsAllRoundUps: Bool { false }

  /// Moves into goals since an interval began that no order of this book has made, nor the bank's own
  /// round-up, whose moves are in the feed as well.
  private func otherMoves(
    of account: Account, since interval: Range<Date>
  ) async throws -> [Payment] {
    let end = max(interval.upperBound, configuration.timing.now().addingTimeInterval(86_400))
    let start = interval.lowerBound.addingTimeInterval(-RoundUpHistory.settlingTime)
    let items = try await ask(
      Starling.GetFeedBetween(
        account: account.id.text, category: account.defaultCategory.text, from: Timestamp(start),
        until: Timestamp(end)), about: account.id)
    let byBank = (items.feedItems ?? []).compactMap(\.roundUp?.amount?.minorUnits)
    let moves = payments(items, of: account).filter {
      $0.source == .internalTransfer && $0.direction == .outgoing
        && $0.category == account.defaultCategory && $0.transactionTime >= interval.lowerBound
    }
    let made = try await book { try await $0.made(among: moves.map(\.id.text)) }
    let withoutItem = try await book {
      try await $0.doneWithoutTrace(in: TransferWork.scope(of: account.id))
    }
    .compactMap { try? (CanonicalJSON.value($0.contents) as TransferOrder).amount.minorUnits }
    return RoundUpHistory.unexplained(
      moves.filter { !made.contains($0.id.text) }, by: byBank + withoutItem)
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
