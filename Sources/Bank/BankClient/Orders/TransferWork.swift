import Bank
import FoundationEssentials
import Money
import ServiceBasics
import ServiceCalls
import ServiceOrders
import StarlingAPI

/// Moving money into a goal or out of it.
///
/// The bank knows the transfer by its id.
struct TransferWork: BankOrderWork {
  typealias Basis = KnownTransfers

  static let kind = "transfer"
  static let repetition = OrderProgress.Repetition.isAnsweredAlike
  static let keyReused = TransferResult.refused(.keyReused)

  let bank: HTTPBank
  let order: TransferOrder
  var budget: RetryBudget

  init(bank: HTTPBank, order: TransferOrder) {
    self.bank = bank
    self.order = order
    budget = bank.makeBudget()
  }

  var key: String { order.key }
  var providerID: String { order.transfer }
  var account: Account.ID { order.account }

  mutating func prepare() async throws -> OrderPreparation<KnownTransfers, TransferResult> {
    let account = try await bank.account(order.account)
    guard order.amount.currency == account.currency else {
      return .answered(.refused(.currencyMismatch(expected: account.currency)))
    }
    guard order.amount.isPositive else { return .answered(.refused(.amountMustBePositive)) }
    var claims: [OrderClaim] = []
    var unknown: [Payment.ID] = []
    for payment in order.covering {
      if let time = try await time(of: payment, in: account) {
        claims.append(
          OrderClaim(
            subject: payment.text, place: account.id.text, time: Timestamp(time), orderKey: key))
      } else {
        unknown.append(payment)
      }
    }
    if !unknown.isEmpty {
      return .answered(try await refusal(unless: .unknownPayments(payments: unknown)))
    }
    let owner = try await bank.customer()
    let covered = try await bank.orders.claimed(
      among: order.covering.map(\.text), of: owner
    )
    .compactMap { Payment.ID($0) }
    if !covered.isEmpty { return .answered(try await refusal(covered: covered)) }
    return .ready(try await knownTransfers(), claims: claims)
  }

  mutating func refusal(claimed ids: [String]) async throws -> TransferResult {
    try await refusal(covered: ids.compactMap { Payment.ID($0) })
  }

  private mutating func refusal(covered payments: [Payment.ID]) async throws -> TransferResult {
    try await refusal(unless: .alreadyCovered(payments: payments))
  }

  /// A refusal that comes after those that a goal is the reason of, as in every bank.
  private mutating func refusal(
    unless refusal: TransferRefusal
  ) async throws -> TransferResult {
    do throws(CallFailure<Starling.Failure>) {
      return .refused(try await goalRefusal() ?? refusal)
    } catch {
      throw error.thrown(about: account)
    }
  }

  /// When a payment of the main category was made; nil if the bank shows that there is no such payment.
  private mutating func time(of payment: Payment.ID, in account: Account) async throws -> Date? {
    if let time = bank.memory.time(of: payment, in: account.id) { return time }
    do throws(CallFailure<Starling.Failure>) {
      guard let found = try await shown(payment, in: account),
        found.category == account.defaultCategory
      else { return nil }
      bank.memory.note([found])
      return found.transactionTime
    } catch {
      throw error.thrown(about: account.id)
    }
  }

  /// A payment as the bank shows it; nil if there is no such payment.
  ///
  /// If the bank finds none and does not say, by a code, what it has not found, the feed decides: a part of it
  /// that could be read in full and is without the payment.
  private mutating func shown(
    _ payment: Payment.ID, in account: Account
  ) async throws(CallFailure<Starling.Failure>) -> Payment? {
    do throws(CallFailure<Starling.Failure>) {
      let item = try await bank.requester.ask(
        Starling.GetFeedItem(
          account: account.id.text, category: account.defaultCategory.text, item: payment.text),
        &budget)
      return Payment(item, account: account)
    } catch {
      guard case .refused(let failure) = error else { throw error }
      if failure.codes.contains(.unknownFeedItem) { return nil }
      guard failure.status == 404, failure.codes.isEmpty else { throw error }
      let listed = try await feed(of: account, since: bankTime - Self.reach)
      if let found = listed.elements.first(where: { $0.id == payment }) { return found }
      guard listed.isComplete else { throw error }
      return nil
    }
  }

  func request() async throws(CallFailure<Starling.Failure>) -> Starling.GoalTransferAnswer {
    let request = Starling.GoalTransferRequest(amount: order.amount.starling)
    let (account, goal) = (order.account.text, order.goal.text)
    let reply =
      switch order.direction {
      case .intoGoal:
        try await bank.requester.once(
          Starling.AddMoney(account: account, goal: goal, transfer: providerID, request: request))
      case .outOfGoal:
        try await bank.requester.once(
          Starling.WithdrawMoney(
            account: account, goal: goal, transfer: providerID, request: request))
      }
    guard reply.success != false else {
      throw .refused(Starling.Failure(status: 200, kind: .codes([])))
    }
    guard reply.transferUid.lowercased() == providerID else {
      throw .unreadable(.otherTransfer, isCut: false)
    }
    return reply
  }

  mutating func answer(to failure: Starling.Failure) async throws -> TransferResult? {
    let codes = failure.codes
    if codes.contains(.unknownAccount) { return nil }
    if codes.contains(.transferUIDReused) { return Self.keyReused }
    if codes.contains(.unknownSavingsGoal) { return .refused(.unknownGoal) }
    if codes.contains(.amountMustBePositive) { return .refused(.amountMustBePositive) }
    if codes.contains(.currencyMismatch) {
      return .refused(.currencyMismatch(expected: try await bank.account(account).currency))
    }
    if codes.contains(.insufficientFunds) {
      return .refused(
        .insufficientFunds(available: try await available(), needed: order.amount))
    }
    return try await goalRefusal().map { .refused($0) }
  }

  /// Why the goal gives or takes no money; nil if it does.
  private mutating func goalRefusal() async throws(CallFailure<Starling.Failure>)
    -> TransferRefusal?
  {
    guard let goal = try await goal() else { return .unknownGoal }
    return goal.isActive ? nil : .goalNotActive(state: goal.state)
  }

  private mutating func available() async throws -> Money {
    switch order.direction {
    case .intoGoal: try await bank.balance(of: account).effective
    case .outOfGoal: try await goal()?.totalSaved ?? .zero(order.amount.currency)
    }
  }

  /// The goal; nil if the account has no such goal.
  mutating func goal() async throws(CallFailure<Starling.Failure>) -> SavingsGoal? {
    try await bank.currentGoal(order.goal, of: account, in: order.amount.currency, &budget)
  }
}
