import Bank
import BankServices
import BankSteps
import CreateGoalFeature
import DataSets
import Days
import Flowline
import FoundationEssentials
import Money

/// The steps of a round-up once account and week are known.
struct RoundUpSteps {
  let context: FlowContext
  let access: BankAccess
  let account: Account
  let week: Week

  private var bank: BankContext { context.at(access) }
}

// MARK: - Reading

extension RoundUpSteps {
  /// What is read of a week, as the journal keeps it.
  private struct Reading: Codable {
    let payments: [Payment]
    let covered: [Payment.ID]
    /// Absent in journals of earlier versions.
    let history: RoundUpHistory?
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
      switch try await bank.settle(orderWith: open.id) {
      case .closed: break
      case .leftOpen: return nil
      case .notListed: notListed = open.id
      }
    }
  }

  private func read() async throws -> WeekReading {
    let payments = bank.services.weekPayments(of: account.id, in: week.range)
    let reading = try await bank.read("payments") { [bank = bank.services.bank, account, week] in
      let history = try await bank.roundUps(of: account.id, in: week.range)
      return Reading(
        payments: try await payments.reload(.hard).value, covered: history.covered.sorted(),
        history: history)
    }
    return WeekReading(
      roundUp: RoundUp(
        of: reading.payments, week: week, account: account,
        alreadyMoved: reading.history?.moved ?? Set(reading.covered)),
      history: reading.history, mayLackTransfers: !bank.services.bank.knowsAllRoundUps)
  }

  func review(_ reading: WeekReading, isChanged: Bool = false) async throws {
    let page = ReviewPage(reading: reading, isChanged: isChanged)
    try await context.show("review", with: ["first": week.start, "last": week.lastMoment]) {
      page.sections
    }
  }

  func funds(for roundUp: RoundUp) async throws -> Funds {
    let balance = try await bank.read("balance") { [bank = bank.services.bank, account] in
      try await bank.balance(of: account.id)
    }
    return Funds(available: balance.effective, needed: roundUp.total)
  }
}

// MARK: - Choosing the goal

extension RoundUpSteps {
  /// The goal that was chosen before, or else the one that is chosen or made now.
  ///
  /// - Parameter remark: what is to be said above the choice.
  func goal(
    _ earlier: SavingsGoal?, orChosenFor roundUp: RoundUp, _ remark: Text?
  ) async throws -> SavingsGoal {
    if let earlier { return earlier }
    var hasSaidNone = false
    while true {
      let goals = try await activeGoals()
      if goals.isEmpty, !hasSaidNone {
        hasSaidNone = true
        try await context.show("no-goals", with: ["amount": roundUp.total]) {
          remark
          Row("make-one")
        }
      } else {
        let new = Option(
          "new", SavingsGoal?.none, label: texts("goal.new"), detail: texts("goal.new.detail"))
        let chosen = try await context.choose(
          "goal", from: goals.map { Option($0, means: $0) } + [new],
          with: ["amount": roundUp.total]
        ) { remark }
        if let chosen { return chosen }
      }
      let newGoal = CreateGoalFlow(at: access).named("new-goal", title: texts("new-goal.title"))
      if let made = try await context.visit(newGoal) { return made }
    }
  }

  private func activeGoals() async throws -> [SavingsGoal] {
    let goals = bank.services.goals(of: account.id)
    return try await bank.read("goals") { try await goals.reload(.hard) }.value.filter(\.isActive)
  }
}

// MARK: - Moving the money

extension RoundUpSteps {
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
    guard newer.roundUp.moves(theSameAs: roundUp), newer.isSettled else { return .changed(newer) }
    let transfer = TransferOrder(
      key: bank.makeOrderKey(),
      transfer: newer.history.map {
        TransferOrder.roundUpTransfer(of: account.id, week, after: $0)
      }, account: account.id, goal: goal.id, amount: total, covering: roundUp.covering)
    switch try await bank.order("transfer", of: transfer, { try await $0.move($1) }) {
    case .moved(let receipt): return .moved(receipt)
    case .refused(let refusal): return try await attempt(refusedFor: refusal, total, goal)
    }
  }

  private func attempt(
    refusedFor refusal: TransferRefusal, _ total: Money, _ goal: SavingsGoal
  ) async throws -> Attempt {
    switch refusal {
    case .insufficientFunds(let available, let needed):
      .short(Funds(available: available, needed: needed))
    case .unknownGoal, .goalNotActive: .goalGone(texts("goal.gone", goal.name, total))
    case .alreadyCovered, .unknownPayments: .changed(try await read())
    case .keyReused: .refused(texts("refused.moved-elsewhere"))
    case .amountMustBePositive: .refused(texts("refused.amount-not-positive"))
    case .currencyMismatch(let expected): .refused(texts("refused.currency", expected.code))
    }
  }
}

// MARK: - Ending

extension RoundUpSteps {
  /// Shows what was moved.
  func finish(
    _ transfer: TransferReceipt, of roundUp: RoundUp, to goal: SavingsGoal
  ) async throws -> RoundUpReceipt {
    try await context.conclude("receipt") {
      Row("moved", with: ["amount": transfer.amount, "goal": transfer.goalName])
      Row("payments", roundUp.week.daysText, with: ["count": roundUp.counted.count])
      Row(progressOf: goal.after(transfer))
    }
    return RoundUpReceipt(
      account: account.handle, weekStart: weekStart, moved: transfer.amount,
      goal: transfer.goalName, totalSaved: transfer.totalSaved)
  }

  /// Says that there is too little money, and how much is missing.
  func stop(for funds: Funds) async throws -> RoundUpReceipt {
    context.expect(1...1)
    try await context.show("shortage") {
      Row("available", funds.available)
      Row("needed", funds.needed)
      Row("missing", funds.missing, mark: .shortage)
      Row("nothing-moved")
    }
    return receipt(nothingMoved: .tooLittleMoney)
  }

  func stop(because reason: Text) async throws -> RoundUpReceipt {
    try await context.show("refused") { Row(reason, mark: .failure) }
    return receipt(nothingMoved: .refused)
  }

  func receipt(nothingMoved reason: RoundUpReceipt.NothingMoved?) -> RoundUpReceipt {
    RoundUpReceipt(account: account.handle, weekStart: weekStart, reason: reason)
  }

  private var weekStart: Day { Day(week.start, in: context.environment) }
}

extension SavingsGoal {
  /// Whether it has more than its target once this is added.
  fileprivate func isPastTarget(with amount: Money) -> Bool {
    guard let target, let total = try? totalSaved.adding(amount) else { return false }
    return total.minorUnits > target.minorUnits
  }
}

extension FlowContext {
  /// Asks for this week or the last one, as the session's calendar has them.
  func week() async throws -> Week {
    let week = Week.containing(
      environment.now, locale: environment.locale, timeZone: environment.timeZone)
    return try await choose(
      "week",
      from: [
        Option("this", week, detail: week.daysText),
        Option("last", week.previous, detail: week.previous.daysText),
      ], default: "this")
  }
}

extension Week {
  /// The last day, as a moment inside of it.
  fileprivate var lastMoment: Date { end.addingTimeInterval(-1) }

  fileprivate var daysText: Text { texts("week.days", start, lastMoment) }
}
