import Bank
import BankServices
import BankSteps
import DataSets
import Flowline
import Money

/// The steps of a round-up once account and week are known.
struct RoundUpSteps {
  let access: BankAccess
  let account: Account
  let week: Week
  let context: FlowContext

  /// What is read of a week, as the journal keeps it.
  private struct Reading: Codable {
    let payments: [Payment]
    let covered: [Payment.ID]
    /// Absent in journals of earlier versions.
    let history: RoundUpHistory?
  }

  func read() async throws -> WeekReading {
    let service = access.services.weekPayments(of: account.id, in: week.range)
    let reading = try await context.read("payments", at: access) {
      [bank = access.services.bank, account, week] in
      let history = try await bank.roundUps(of: account.id, in: week.range)
      return Reading(
        payments: try await service.reload(.hard).value, covered: history.covered.sorted(),
        history: history)
    }
    return WeekReading(
      roundUp: RoundUp(
        of: reading.payments, week: week, account: account,
        alreadyMoved: reading.history?.moved ?? Set(reading.covered)),
      history: reading.history, mayLackTransfers: !access.services.bank.knowsAllRoundUps)
  }

  /// Reads the week once no transfer of its round-up is open: each is shown to the person first.
  ///
  /// - Returns: nil if the person leaves one open, or it is not this customer's to settle.
  func readSettled() async throws -> WeekReading? {
    var notListed: String?
    while true {
      let reading = try await read()
      guard let open = reading.history?.unanswered.first else { return reading }
      guard open.id != notListed else { return nil }
      switch try await context.settle(orderWith: open.id, at: access) {
      case .closed: break
      case .leftOpen: return nil
      case .notListed: notListed = open.id
      }
    }
  }

  func review(_ reading: WeekReading, isChanged: Bool = false) async throws {
    let page = ReviewPage(reading: reading, isChanged: isChanged)
    try await context.show("review", with: ["first": week.start, "last": week.lastMoment]) {
      page.sections
    }
  }

  func funds(for roundUp: RoundUp) async throws -> Funds {
    let balance = try await context.read("balance", at: access) {
      [bank = access.services.bank, account] in
      try await bank.balance(of: account.id)
    }
    return Funds(available: balance.effective, needed: roundUp.total)
  }

  /// How an attempt to move the money came out.
  enum Attempt {
    case moved(TransferReceipt)
    /// There is too little money after all.
    case short(Funds)
    /// The goal is no longer there, or takes no money.
    case goalGone(Text)
    /// The week has another round-up than the one that was confirmed.
    case changed(WeekReading)
    /// The bank refused for a reason that asking again does not help.
    case refused(Text)
  }

  /// Has the move confirmed and makes it, if the week is still as it was reviewed.
  func confirmAndMove(
    _ reading: WeekReading, to goal: SavingsGoal, _ funds: Funds
  ) async throws -> Attempt {
    let roundUp = reading.roundUp
    let total = roundUp.total
    try await context.confirm("confirm", with: ["amount": total, "goal": goal.name]) {
      Row("amount", total)
      Row("from", account.name)
      Row("to", goal.name)
      Row("balance-after", funds.after)
      if goal.isPastTarget(with: total) { Row("over-target") }
    }
    let newer = try await read()
    guard newer.roundUp.moves(theSameAs: roundUp), newer.history?.unanswered.isEmpty ?? true else {
      return .changed(newer)
    }
    let transfer = TransferOrder(
      key: context.makeOrderKey(),
      transfer: newer.history.map {
        TransferOrder.roundUpTransfer(of: account.id, week, after: $0)
      }, account: account.id, goal: goal.id, amount: total, covering: roundUp.covering)
    switch try await context.order("transfer", of: transfer, at: access, { try await $0.move($1) })
    {
    case .moved(let receipt): return .moved(receipt)
    case .refused(let refusal): return try await attempt(refusedFor: refusal, roundUp, goal)
    }
  }

  private func attempt(
    refusedFor refusal: TransferRefusal, _ roundUp: RoundUp, _ goal: SavingsGoal
  ) async throws -> Attempt {
    switch refusal {
    case .insufficientFunds(let available, let needed):
      return .short(Funds(available: available, needed: needed))
    case .unknownGoal, .goalNotActive:
      return .goalGone(texts("goal.gone", goal.name, roundUp.total))
    case .alreadyCovered, .unknownPayments: return .changed(try await read())
    case .keyReused: return .refused(texts("refused.moved-elsewhere"))
    case .amountMustBePositive: return .refused(texts("refused.amount-not-positive"))
    case .currencyMismatch(let expected):
      return .refused(texts("refused.currency", expected.code))
    }
  }
}

extension SavingsGoal {
  /// Whether it has more than its target once this is added.
  fileprivate func isPastTarget(with amount: Money) -> Bool {
    guard let target, let total = try? totalSaved.adding(amount) else { return false }
    return total.minorUnits > target.minorUnits
  }
}
