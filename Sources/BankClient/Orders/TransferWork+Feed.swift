import Bank
import FoundationEssentials
import Money
import StarlingAPI

/// Finding a transfer in the feed, which is the only place where the bank tells of one.
extension TransferWork {
  /// How far the bank's clock may be behind what is known of it, in milliseconds.
  static let clockSlack: Int64 = 120_000

  func look(
    _ booked: BookedOrder, _ known: Starling.Nothing, _ tally: inout PatienceTally
  ) async throws -> Made<TransferResult>? {
    // An item that is another order's, of which the book does not know the item, could be taken for
    // this one's; the bank itself knows better.
    guard try bank.orders.transfersWithoutItem(of: account).isEmpty else { return nil }
    let items = try await items(since: booked.orderedAt - Self.clockSlack, &tally)
    guard items.count == 1, let item = items.first else { return nil }
    return try await made(item, &tally)
  }

  func made(
    by reply: Starling.GoalTransferAnswer, _ booked: BookedOrder, _ known: Starling.Nothing,
    _ tally: inout PatienceTally
  ) async throws -> Made<TransferResult> {
    do {
      let recent = try await items(since: booked.orderedAt - Self.clockSlack, &tally)
      if let item = recent.first { return try await made(item, &tally) }
      // The bank's clock is behind ours: it is the last one of all, whenever that was there.
      if let item = try await items(since: 0, &tally).first {
        let now = Timestamp(bank.configuration.timing.now()).milliseconds
        bank.memory.clockLead = Timestamp(item.transactionTime).milliseconds - now
        return try await made(item, &tally)
      }
    } catch Trouble.refused(let failure) where failure.missingScopes != nil {
      // The token may move money, but not read the feed.
    }
    return try await madeWithoutItem(&tally)
  }

  /// The items that may be this transfer's and are no other order's, newest first.
  private func items(since time: Int64, _ tally: inout PatienceTally) async throws -> [Payment] {
    let account = try await bank.account(order.account)
    let changes = try await bank.requester.ask(
      Starling.GetFeedChanges(
        account: account.id.text, category: account.defaultCategory.text,
        since: Starling.Time(milliseconds: time)), &tally)
    let direction: PaymentDirection = order.direction == .intoGoal ? .outgoing : .incoming
    let matching = bank.payments(changes, of: account).filter { payment in
      payment.source == .internalTransfer && payment.counterparty.id == order.goal.text
        && payment.amount == order.amount && payment.direction == direction
        && payment.category == account.defaultCategory
        && Timestamp(payment.transactionTime).milliseconds >= time
    }
    let taken = try bank.orders.made(among: matching.map(\.id.text))
    return matching.filter { !taken.contains($0.id.text) }
  }

  private func made(
    _ item: Payment, _ tally: inout PatienceTally
  ) async throws -> Made<TransferResult> {
    let (name, total) = try await goalAfter(&tally)
    let receipt = TransferReceipt(
      key: key, account: account, goal: order.goal,
      goalName: item.counterparty.name.isEmpty ? name : item.counterparty.name,
      amount: order.amount, totalSaved: total, payment: item.id, movedAt: item.transactionTime)
    return Made(answer: .moved(receipt), id: item.id.text)
  }

  /// The receipt of a transfer that was carried out and cannot be seen: its own id stands for the
  /// item's.
  private func madeWithoutItem(
    _ tally: inout PatienceTally
  ) async throws -> Made<TransferResult> {
    let (name, total) = try await goalAfter(&tally)
    guard let id = Payment.ID(key) else {
      throw BankError.invalidRecord(cause: "the key of an order must be a UUID")
    }
    let receipt = TransferReceipt(
      key: key, account: account, goal: order.goal, goalName: name, amount: order.amount,
      totalSaved: total, payment: id, movedAt: bank.configuration.timing.now())
    return Made(answer: .moved(receipt), id: nil)
  }

  /// The goal's name and what is in it now; where the token may not read goals, what was moved is the
  /// least that is in it.
  private func goalAfter(_ tally: inout PatienceTally) async throws -> (String, Money) {
    let least = order.direction == .intoGoal ? order.amount : .zero(order.amount.currency)
    do {
      guard let goal = try await goal(&tally) else { return ("", .zero(order.amount.currency)) }
      return (goal.name, goal.totalSaved)
    } catch Trouble.refused(let failure) where failure.missingScopes != nil {
      return ("", least)
    }
  }
}
