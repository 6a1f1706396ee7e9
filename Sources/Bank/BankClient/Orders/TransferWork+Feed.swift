import Bank
import FoundationEssentials
import Money
import ServiceBasics
import ServiceCalls
import ServiceOrders
import StarlingAPI

/// Finding a transfer in the feed, which is the only place where the bank tells of one.
extension TransferWork {
  /// How far the bank's clock may be behind what is known of it, in milliseconds.
  static let clockSlack: Int64 = 120_000

  /// How far back the feed is read, in milliseconds: 35 days, since one of years is long.
  ///
  /// A sandbox's clock may stand that far behind; further off, the bank itself tells by the order's
  /// id.
  static let reach: Int64 = 35 * 86_400_000

  /// The bank's time, as far as it is known, in milliseconds since 1970.
  var bankTime: Int64 {
    Timestamp(bank.configuration.timing.now()).milliseconds + bank.memory.clockLead
  }

  /// What the feed of an account's main category has since a time.
  mutating func feed(
    of account: Account, since time: Int64
  ) async throws(CallFailure<Starling.Failure>) -> PartialList<Payment> {
    let changes = try await bank.requester.ask(
      Starling.GetFeedChanges(
        account: account.id.text, category: account.defaultCategory.text,
        since: Timestamp(milliseconds: time)), &budget)
    return bank.paymentList(changes, of: account)
  }

  /// The moves that look like this one before it is sent, or the latest of them if the feed is too
  /// long to be read; none if the token may not read it.
  mutating func knownTransfers() async throws -> KnownTransfers {
    let name = bank.memory.name(of: order.goal)
    let now = bankTime
    for since in [now - Self.reach, now - Self.clockSlack] {
      do {
        let items = try await items(since: since).elements.map(\.id.text)
        return KnownTransfers(
          since: since, items: items, goalName: name,
          totalSaved: items.isEmpty ? nil : try await totalBefore())
      } catch CallFailure<Starling.Failure>.unreadable {
        continue
      } catch CallFailure<Starling.Failure>.refused(let failure) where failure.missingScopes != nil
      {
        break
      } catch let failure as CallFailure<Starling.Failure> {
        throw failure.thrown(about: account)
      }
    }
    return KnownTransfers(since: nil, items: [], goalName: name, totalSaved: nil)
  }

  /// What is in the goal before the order is sent; nil if no other order can be the same transfer, or if
  /// it cannot be read.
  private mutating func totalBefore() async throws -> Money? {
    guard order.transfer != key else { return nil }
    do throws(CallFailure<Starling.Failure>) {
      return try await goal()?.totalSaved
    } catch {
      if case .cancelled = error { throw error }
      return nil
    }
  }

  /// Looks for moves like this one.
  ///
  /// None settles it: somebody else may have made the same move, and the feed may be late. Sending
  /// it again does.
  mutating func look(
    _ entry: OrderEntry, _ basis: KnownTransfers
  ) async throws -> OrderLookup<TransferResult> {
    guard let since = basis.since else { return .unreadable }
    do {
      let listed = try await items(since: since)
      let items = listed.elements.filter { !basis.items.contains($0.id.text) }
      if items.isEmpty { return listed.isComplete ? .none : .unreadable }
      return items.count == 1 ? .oneAlike : .severalAlike
    } catch CallFailure<Starling.Failure>.refused(let failure) where failure.missingScopes != nil {
      return .unreadable
    }
  }

  mutating func made(
    by reply: Starling.GoalTransferAnswer, _ entry: OrderEntry, _ basis: KnownTransfers
  ) async throws -> OrderMade<TransferResult> {
    do {
      if let since = basis.since {
        switch try await newItems(entry, basis, since) {
        case .one(let item): return try await made(item)
        case .none(let earlier):
          if let made = try await madeBefore(earlier, basis) { return made }
        case .unclear: break
        }
      }
    } catch let failure as CallFailure<Starling.Failure> {
      if case .cancelled = failure { throw failure }
      // It was carried out, even if the feed cannot be read now.
    }
    return try await madeWithoutItem()
  }

  /// The items that were not there before an order.
  private enum NewItems {
    /// There is one, which is the order's.
    case one(Payment)
    /// There are none; these were there before, newest first.
    case none(earlier: [Payment])
    /// There are or may be several, one of which is not ours.
    case unclear
  }

  private mutating func newItems(
    _ entry: OrderEntry, _ basis: KnownTransfers, _ since: Int64
  ) async throws -> NewItems {
    let recent = max(since, entry.orderedAt - Self.clockSlack)
    var earlier: PartialList<Payment>?
    // If the bank's clock is far behind ours, a recent item is none.
    for start in recent == since ? [since] : [recent, since] {
      let listed = try await items(since: start)
      let items = listed.elements.filter { !basis.items.contains($0.id.text) }
      earlier = listed
      guard let item = items.first else { continue }
      let now = Timestamp(bank.configuration.timing.now()).milliseconds
      bank.memory.clockLead = Timestamp(item.transactionTime).milliseconds - now
      return items.count == 1 && listed.isComplete ? .one(item) : .unclear
    }
    guard let earlier, earlier.isComplete else { return .unclear }
    return .none(earlier: earlier.elements)
  }

  /// The items that may be this transfer's and are no other order's, newest first.
  private mutating func items(since time: Int64) async throws -> PartialList<Payment> {
    let account = try await bank.account(order.account)
    let payments = try await feed(of: account, since: time)
    let direction: PaymentDirection = order.direction == .intoGoal ? .outgoing : .incoming
    let matching = payments.elements.filter { payment in
      payment.source == .internalTransfer && payment.counterparty.id == order.goal.text
        && payment.amount == order.amount && payment.direction == direction
        && payment.category == account.defaultCategory
        && Timestamp(payment.transactionTime).milliseconds >= time
    }
    let taken = try await bank.orders.made(among: matching.map(\.id.text))
    return PartialList(
      elements: matching.filter { !taken.contains($0.id.text) }, isComplete: payments.isComplete)
  }

  private mutating func made(_ item: Payment) async throws -> OrderMade<TransferResult> {
    let (name, total) = try await goalAfter()
    let receipt = TransferReceipt(
      key: key, account: account, goal: order.goal,
      goalName: item.counterparty.name.isEmpty ? name : item.counterparty.name,
      amount: order.amount, totalSaved: total, payment: item.id, movedAt: item.transactionTime)
    return OrderMade(.moved(receipt), id: item.id.text)
  }

  /// The receipt of a transfer that the bank had carried out for another order; nil if that is not sure.
  ///
  /// It is if the feed had one move before that can be this one, has no new one, and there is as much in the
  /// goal as before: the balance of a goal moves at once, also where the feed is late. A move that is older
  /// than a payment that it would round up cannot be this one; of several nothing says which it was.
  private mutating func madeBefore(
    _ earlier: [Payment], _ basis: KnownTransfers
  ) async throws -> OrderMade<TransferResult>? {
    let times = order.covering.compactMap { bank.memory.time(of: $0, in: account) }
    guard let least = times.max() else { return nil }
    let possible = earlier.filter { $0.transactionTime >= least }
    guard possible.count == 1, let item = possible.first, let before = basis.totalSaved,
      let goal = try await goal(), goal.totalSaved == before
    else { return nil }
    let receipt = TransferReceipt(
      key: key, account: account, goal: order.goal,
      goalName: item.counterparty.name.isEmpty ? goal.name : item.counterparty.name,
      amount: order.amount, totalSaved: before, payment: item.id, movedAt: item.transactionTime)
    return OrderMade(.moved(receipt.ofEarlierTransfer()), id: item.id.text)
  }

  /// The receipt of a transfer that was carried out and cannot be seen: its own id takes the place of
  /// the item's.
  private mutating func madeWithoutItem() async throws -> OrderMade<TransferResult> {
    let (name, total) = try await goalAfter()
    guard let id = Payment.ID(providerID) else {
      throw BankError.invalidRecord(cause: "the key of an order must be a UUID")
    }
    let receipt = TransferReceipt(
      key: key, account: account, goal: order.goal, goalName: name, amount: order.amount,
      totalSaved: total, payment: id, movedAt: bank.configuration.timing.now())
    return OrderMade(.moved(receipt), id: nil)
  }

  /// The goal's name and what is in it now; if the token may not read goals, what was moved is the
  /// least that is in it.
  ///
  /// - Throws: whatever else keeps it from being read, since a total must be true.
  private mutating func goalAfter() async throws -> (String, Money) {
    let least = order.direction == .intoGoal ? order.amount : .zero(order.amount.currency)
    do {
      guard let goal = try await goal() else { return ("", .zero(order.amount.currency)) }
      return (goal.name, goal.totalSaved)
    } catch CallFailure<Starling.Failure>.refused(let failure) where failure.missingScopes != nil {
      return ("", least)
    }
  }
}

/// What looked like a transfer before it was sent.
struct KnownTransfers: Codable, Sendable {
  /// Since when the feed was read, in milliseconds since 1970; nil if it could not be.
  let since: Int64?
  /// The ids of the items.
  let items: [String]
  /// The name of the goal; nil if it was not known.
  let goalName: String?
  /// What was in the goal; nil if it was not read, as in books of earlier versions.
  let totalSaved: Money?
}
