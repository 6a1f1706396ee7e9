import Bank
import FoundationEssentials
import Money
import ServiceBasics
import StarlingAPI

/// Finding a transfer in the feed, which is the only place where the bank tells of one.
extension TransferWork {
  /// How far the bank's clock may be behind what is known of it, in milliseconds.
  static let clockSlack: Int64 = 120_000

  /// How far back the feed is read, in milliseconds: 35 days, since one of years is long. A sandbox's
  /// clock may stand that far behind; further off, the bank itself tells by the order's id.
  static let reach: Int64 = 35 * 86_400_000

  /// The moves that look like this one before it is sent, or the latest of them where the feed is too
  /// long to be read; none where the token may not read it.
  func knownTransfers() async throws -> KnownTransfers {
    var tally = bank.makeTally()
    let now = Timestamp(bank.configuration.timing.now()).milliseconds + bank.memory.clockLead
    for since in [now - Self.reach, now - Self.clockSlack] {
      do {
        return KnownTransfers(
          since: since, items: try await items(since: since, &tally).map(\.id.text))
      } catch Trouble.unreadable {
        continue
      } catch Trouble.refused(let failure) where failure.missingScopes != nil {
        break
      } catch let trouble as Trouble {
        throw trouble.thrown(about: account)
      }
    }
    return KnownTransfers(since: nil, items: [])
  }

  func look(
    _ booked: BookedOrder, _ known: KnownTransfers, _ tally: inout PatienceTally
  ) async throws -> Look<TransferResult> {
    guard let since = known.since else { return .unclear }
    // An item that is another order's, of which the book does not know the item, could be taken for
    // this one's; the bank itself knows better.
    guard try bank.orders.transfersWithoutItem(of: account).isEmpty else { return .unclear }
    let items = try await items(since: since, &tally).filter { !known.items.contains($0.id.text) }
    guard items.count < 2 else { return .unclear }
    guard let item = items.first else { return .notThere }
    return .found(try await made(item, &tally))
  }

  func made(
    by reply: Starling.GoalTransferAnswer, _ booked: BookedOrder, _ known: KnownTransfers,
    _ tally: inout PatienceTally
  ) async throws -> Made<TransferResult> {
    do {
      if let since = known.since, let item = try await newItem(booked, known, since, &tally) {
        return try await made(item, &tally)
      }
    } catch Trouble.cancelled(let wasSent) {
      throw Trouble.cancelled(wasSent: wasSent)
    } catch is Trouble {
      // It was carried out; that the feed cannot be read is the next reader's trouble.
    }
    return try await madeWithoutItem(&tally)
  }

  /// The item that was not there before.
  private func newItem(
    _ booked: BookedOrder, _ known: KnownTransfers, _ since: Int64,
    _ tally: inout PatienceTally
  ) async throws -> Payment? {
    let recent = max(since, booked.orderedAt - Self.clockSlack)
    // Where the bank's clock is far behind ours, a recent item is none.
    for start in recent == since ? [since] : [recent, since] {
      let items = try await items(since: start, &tally)
      guard let item = items.first(where: { !known.items.contains($0.id.text) }) else { continue }
      let now = Timestamp(bank.configuration.timing.now()).milliseconds
      bank.memory.clockLead = Timestamp(item.transactionTime).milliseconds - now
      return item
    }
    return nil
  }

  /// The items that may be this transfer's and are no other order's, newest first.
  private func items(since time: Int64, _ tally: inout PatienceTally) async throws -> [Payment] {
    let account = try await bank.account(order.account)
    let changes = try await bank.requester.ask(
      Starling.GetFeedChanges(
        account: account.id.text, category: account.defaultCategory.text,
        since: Timestamp(milliseconds: time)), &tally)
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
  ///
  /// - Throws: whatever else keeps it from being read: nobody is told a total that is not so.
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

/// What looked like a transfer before it was sent.
struct KnownTransfers: Codable, Sendable {
  /// Since when the feed was read, in milliseconds since 1970; nothing where it could not be.
  let since: Int64?
  /// The ids of the items.
  let items: [String]
}
