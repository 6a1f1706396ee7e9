import Bank
import FoundationEssentials
import Money
import ServiceBasics
import StarlingAPI

/// Moving money into a goal or out of it. The bank knows the transfer by the order's key.
struct TransferWork: OrderWork {
  static let kind = BookedOrder.Kind.transfer
  static let keyReused = TransferResult.refused(.keyReused)
  static let maySendAgain = true

  let bank: HTTPBank
  let order: TransferOrder

  var key: String { order.key }
  var account: Account.ID { order.account }

  func prepare() async throws -> Preparation<KnownTransfers, TransferResult> {
    let account = try await bank.account(order.account)
    guard order.amount.currency == account.currency else {
      return .answered(.refused(.currencyMismatch(expected: account.currency)))
    }
    guard order.amount.isPositive else { return .answered(.refused(.amountMustBePositive)) }
    var covering: [CoveredPayment] = []
    var unknown: [Payment.ID] = []
    for payment in order.covering {
      if let time = try await time(of: payment, in: account) {
        covering.append(
          CoveredPayment(
            payment: payment, account: account.id,
            transactionTime: Timestamp(time).milliseconds, orderKey: key))
      } else {
        unknown.append(payment)
      }
    }
    if !unknown.isEmpty {
      return .answered(try await refusal(unless: .unknownPayments(payments: unknown)))
    }
    let covered = try bank.orders.covered(among: order.covering)
    if !covered.isEmpty { return .answered(try await refusal(covered: covered)) }
    return .ready(try await knownTransfers(), covering: covering)
  }

  func refusal(covered payments: [Payment.ID]) async throws -> TransferResult {
    try await refusal(unless: .alreadyCovered(payments: payments))
  }

  /// A refusal that comes after those that a goal is the reason of, as in every bank.
  private func refusal(unless refusal: TransferRefusal) async throws -> TransferResult {
    var tally = bank.makeTally()
    do throws(Trouble) {
      return .refused(try await goalRefusal(&tally) ?? refusal)
    } catch {
      throw error.thrown(about: account)
    }
  }

  /// When a payment of the main category was made; `nil` where there is no such payment.
  private func time(of payment: Payment.ID, in account: Account) async throws -> Date? {
    if let time = bank.memory.time(of: payment, in: account.id) { return time }
    var tally = bank.makeTally()
    do throws(Trouble) {
      let item = try await bank.requester.ask(
        Starling.GetFeedItem(
          account: account.id.text, category: account.defaultCategory.text, item: payment.text),
        &tally)
      guard let found = Payment(item, account: account) else { return nil }
      guard found.category == account.defaultCategory else { return nil }
      bank.memory.note([found])
      return found.transactionTime
    } catch {
      if case .refused(let failure) = error, failure.missingScopes == nil,
        !failure.isInvalidToken, (400..<500).contains(failure.status)
      {
        return nil
      }
      throw error.thrown(about: account.id)
    }
  }

  func send() async throws(Trouble) -> Starling.GoalTransferAnswer {
    let request = Starling.GoalTransferRequest(amount: order.amount.starling)
    let (account, goal) = (order.account.text, order.goal.text)
    let reply =
      switch order.direction {
      case .intoGoal:
        try await bank.requester.once(
          Starling.AddMoney(account: account, goal: goal, transfer: key, request: request))
      case .outOfGoal:
        try await bank.requester.once(
          Starling.WithdrawMoney(account: account, goal: goal, transfer: key, request: request))
      }
    guard reply.success != false else {
      throw .refused(Starling.Failure(status: 200, kind: .codes([])))
    }
    guard reply.transferUid.lowercased() == key else {
      throw .unreadable("it is about another transfer", isCut: false)
    }
    return reply
  }

  func answer(
    to failure: Starling.Failure, _ tally: inout PatienceTally
  ) async throws -> TransferResult? {
    let codes = failure.codes
    if codes.contains(.unknownAccount) { return nil }
    if codes.contains(.transferUIDReused) { return Self.keyReused }
    if codes.contains(.unknownSavingsGoal) || failure.status == 404 {
      return .refused(.unknownGoal)
    }
    if codes.contains(.amountMustBePositive) { return .refused(.amountMustBePositive) }
    if codes.contains(.currencyMismatch) {
      return .refused(.currencyMismatch(expected: try await bank.account(account).currency))
    }
    if codes.contains(.insufficientFunds) {
      return .refused(
        .insufficientFunds(available: try await available(&tally), needed: order.amount))
    }
    return try await goalRefusal(&tally).map { .refused($0) }
  }

  /// Why the goal gives or takes no money; `nil` where it does.
  private func goalRefusal(_ tally: inout PatienceTally) async throws(Trouble) -> TransferRefusal? {
    guard let goal = try await goal(&tally) else { return .unknownGoal }
    return goal.isActive ? nil : .goalNotActive(state: goal.state)
  }

  private func available(_ tally: inout PatienceTally) async throws -> Money {
    switch order.direction {
    case .intoGoal: try await bank.balance(of: account).effective
    case .outOfGoal: try await goal(&tally)?.totalSaved ?? .zero(order.amount.currency)
    }
  }

  /// The goal; `nil` where the account has none such.
  func goal(_ tally: inout PatienceTally) async throws(Trouble) -> SavingsGoal? {
    do throws(Trouble) {
      let goal = try await bank.requester.ask(
        Starling.GetSavingsGoal(account: account.text, goal: order.goal.text), &tally)
      return SavingsGoal(goal, currency: order.amount.currency)
    } catch {
      guard case .refused(let failure) = error,
        failure.status == 404 || failure.codes.contains(.unknownSavingsGoal)
      else { throw error }
      return nil
    }
  }
}
