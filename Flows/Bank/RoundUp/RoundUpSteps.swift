import Bank
import BankDesk
import BankServices
import Flowline
import Money

/// The steps of a round-up once account and week are known.
struct RoundUpSteps {
  let desk: Desk
  let account: Account
  let week: Week
  let context: FlowContext

  /// What is read of a week, as the journal keeps it.
  private struct Reading: Codable {
    let payments: [Payment]
    let covered: [Payment.ID]
  }

  func read() async throws -> RoundUp {
    let service = desk.services.weekPayments(of: account.id, in: week.range)
    let reading = try await context.read("payments", title: texts("payments.reading"), at: desk) {
      [bank = desk.services.bank, account, week] in
      Reading(
        payments: try await service.reload(.hard).value,
        covered: try await bank.coveredPayments(of: account.id, in: week.range).sorted())
    }
    return RoundUp(
      of: reading.payments, week: week, account: account, alreadyMoved: Set(reading.covered))
  }

  func review(_ roundUp: RoundUp, isChanged: Bool = false) async throws {
    _ = try await context.run(ReviewPage(roundUp: roundUp, isChanged: isChanged).screen)
  }

  func funds(for roundUp: RoundUp) async throws -> Funds {
    let balance = try await context.read("balance", title: texts("balance.reading"), at: desk) {
      [bank = desk.services.bank, account] in
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
    case changed(RoundUp)
    /// The bank refused for a reason that asking again does not help.
    case refused(Text)
  }

  /// Has the move confirmed and makes it, if the week is still as it was reviewed.
  func confirmAndMove(
    _ roundUp: RoundUp, to goal: SavingsGoal, _ funds: Funds
  ) async throws -> Attempt {
    let page = ConfirmPage(amount: roundUp.total, account: account, goal: goal, funds: funds)
    guard try await context.run(page.screen) else { throw FlowCancelled(.declined) }
    let newer = try await read()
    guard newer.moves(theSameAs: roundUp) else { return .changed(newer) }
    let transfer = TransferOrder(
      key: context.makeOrderKey(), account: account.id, goal: goal.id, amount: roundUp.total,
      covering: roundUp.covering)
    let result = try await context.order(
      "transfer", title: texts("transfer.making"), of: transfer, at: desk
    ) { [bank = desk.services.bank] transfer in
      try await bank.move(transfer)
    }
    switch result {
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
      return .goalGone(texts("goal.gone", .string(goal.name), .money(roundUp.total)))
    case .alreadyCovered, .unknownPayments: return .changed(try await read())
    case .amountMustBePositive: return .refused(texts("refused.amount-not-positive"))
    case .currencyMismatch(let expected):
      return .refused(texts("refused.currency", .string(expected.code)))
    case .keyReused: return .refused(texts("refused.key-reused"))
    }
  }
}
