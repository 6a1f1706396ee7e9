import Bank
import BankServices
import DataSets
import Days
import Flowline
import FoundationEssentials
import Money
import ServiceSteps

/// The round-up of one week of an account: what is read of it, and what is asked to move it.
struct RoundUpOfWeek {
  let bank: BankContext
  let account: Account
  let week: Week

  /// Where the money goes.
  struct Goal {
    let goal: SavingsGoal
    /// Whether it was created for this round-up.
    var isNew = false
  }

  private var context: FlowContext { bank.flow }
  private var texts: TextCatalog { RoundUpFlow.texts }

  /// Reads the week once no transfer of its round-up is open: each is shown to the person first.
  ///
  /// - Returns: a reading that is not settled if the person leaves one open, or it is not this
  ///   customer's to settle.
  func readSettled() async throws -> WeekReading {
    var notListed: String?
    while true {
      let reading = try await read()
      guard let open = reading.history.unanswered.first, open.id != notListed else {
        return reading
      }
      switch try await bank.settle(orderWith: open.id) {
      case .open: return reading
      case nil: notListed = open.id
      case .done, .notDone, .givenUp, .closed: break
      }
    }
  }

  private func read() async throws -> WeekReading {
    let payments = bank.services.weekPayments(of: account.id, in: week.range)
    let kept = try await bank.read("payments") { [bank = bank.services.bank, account, week] in
      let history = try await bank.roundUps(of: account.id, in: week.range)
      return KeptReading(payments: try await payments.reload(.hard).value, history: history)
    }
    return WeekReading(
      roundUp: RoundUp(
        of: kept.payments, week: week, account: account, alreadyMoved: kept.history.moved),
      history: kept.history, mayLackTransfers: !bank.services.bank.knowsAllRoundUps)
  }

  /// What is read of a week, as the journal keeps it.
  private struct KeptReading: Codable {
    let payments: [Payment]
    let history: RoundUpHistory
  }

  /// Has the goal chosen and the move confirmed, and makes it; if the goal takes no money, with
  /// another one.
  ///
  /// - Parameters:
  ///   - reading: the week as it was reviewed; as it is now, if that is something else.
  ///   - goal: the goal that was chosen before; asked for if it is nil.
  /// - Returns: what came of it; nil if the week has another round-up than the one that was reviewed.
  func move(
    _ reading: inout WeekReading, to goal: inout Goal?
  ) async throws -> RoundUpReceipt? {
    let roundUp = reading.roundUp
    let total = roundUp.total
    var remark: Text?
    while true {
      let balance = try await bank.read("balance") { [bank = bank.services.bank, account] in
        try await bank.balance(of: account.id)
      }
      let rest = balance.effective.less(total)
      if rest.isNegative { return try await stop(having: balance.effective, needing: total) }
      context.expect(goal == nil ? 3...6 : 2...2)
      let target = if let goal { goal } else { try await self.goal(for: total, remark) }
      goal = target
      context.expect(2...2)
      try await confirm(total, to: target, leaving: rest)
      let chosen = target.goal
      reading = try await read()
      guard reading.isSettled, reading.roundUp.moves(theSameAs: roundUp) else { return nil }
      let order = TransferOrder(
        key: bank.makeOrderKey(),
        transfer: TransferOrder.roundUpTransfer(of: account.id, week, after: reading.history),
        account: account.id, goal: chosen.id, amount: total, covering: roundUp.covering)
      switch try await bank.order("transfer", of: order, { try await $0.move($1) }) {
      case .moved(let transfer): return try await finish(transfer, of: roundUp, to: chosen)
      // The balance was read after the refusal, and may be enough by then.
      case .refused(.insufficientFunds(let available, let needed))
      where needed.less(available).isPositive:
        return try await stop(having: available, needing: needed)
      case .refused(.unknownGoal), .refused(.goalNotActive):
        goal = nil
        remark = texts("goal.gone", chosen.name, total)
      case .refused(.alreadyCovered), .refused(.unknownPayments):
        reading = try await read()
        return nil
      case .refused(let refusal):
        try await context.show("refused") { Row(texts("refused", of: refusal), mark: .failure) }
        return nothingMoved(refusal == .keyReused ? .movedElsewhere : .refused)
      }
    }
  }

  /// Has the move confirmed.
  ///
  /// - Throws: ``FlowCancelled`` if the answer is no, after a page about the goal if it was created for
  ///   this.
  private func confirm(_ total: Money, to target: Goal, leaving rest: Money) async throws {
    let goal = target.goal
    let screen = ConfirmScreen("confirm").with(["amount": total, "goal": goal.name]).page {
      Row("amount", total)
      Row("from", account.name).answers("account")
      Row("to", goal.name).answers("goal")
      Row("balance-after", rest)
      if goal.isPastTarget(with: total) { Row("over-target") }
    }
    guard try await context.run(screen) else {
      if target.isNew { try await context.show("not-moved", with: ["goal": goal.name]) }
      throw FlowCancelled(.declined)
    }
  }

  /// Has a goal chosen, or made; leaving the new one goes back to the question before it.
  ///
  /// - Parameter remark: what is to be said above that question.
  private func goal(for amount: Money, _ remark: Text?) async throws -> Goal {
    let newGoal = CreateGoalFlow(access: bank.access.about(account))
      .named("new-goal", title: texts("new-goal.title"))
      .presented(.modal).cancelGoesBack()
    let goals = bank.services.goals(of: account.id)
    while true {
      let active = try await bank.read("goals") { try await goals.reload(.hard) }.value
        .filter(\.isActive)
      if active.isEmpty {
        try await context.show("no-goals", with: ["amount": amount]) {
          remark
          Row("make-one")
        }
      } else {
        let options = active.map { Option($0, means: Optional($0)) }
        let chosen = try await context.choose(
          "goal", from: options + [Option("new", nil)], with: ["amount": amount]
        ) { remark }
        if let chosen { return Goal(goal: chosen) }
      }
      // Left after the bank was asked to make one, it does not go back: the goals are asked for again.
      if let goal = try await context.visit(newGoal, handler: FlowHandler()) {
        return Goal(goal: goal, isNew: true)
      }
    }
  }

  /// Shows what was moved: by this order, or by another one that is the same transfer.
  private func finish(
    _ transfer: TransferReceipt, of roundUp: RoundUp, to goal: SavingsGoal
  ) async throws -> RoundUpReceipt {
    let isEarlier = transfer.wasMovedBefore
    try await context.conclude("receipt", isEarlier ? texts("receipt.earlier") : nil) {
      Row(
        isEarlier ? "moved-earlier" : "moved",
        with: ["amount": transfer.amount, "goal": transfer.goalName])
      Row("payments", week.daysText, with: ["count": roundUp.counted.count])
      Row(progressOf: goal.after(transfer))
    }
    if isEarlier { return nothingMoved(.alreadyMoved) }
    return RoundUpReceipt(
      account: account.handle, weekStart: weekStart, moved: transfer.amount,
      goal: transfer.goalName, totalSaved: transfer.totalSaved)
  }

  /// Says that there is too little money, and how much is missing.
  private func stop(having available: Money, needing needed: Money) async throws -> RoundUpReceipt {
    context.expect(1...1)
    try await context.show("shortage") {
      Row("available", available)
      Row("needed", needed)
      Row("missing", needed.less(available), mark: .shortage)
      Row("nothing-moved")
    }
    return nothingMoved(.tooLittleMoney)
  }

  func nothingMoved(_ reason: RoundUpReceipt.NothingMoved) -> RoundUpReceipt {
    RoundUpReceipt(account: account.handle, weekStart: weekStart, reason: reason)
  }

  private var weekStart: Day { Day(week.start, in: context.environment) }
}

extension Money {
  /// What is left without a part.
  ///
  /// Both are of the account's currency and far from the largest amounts, unless the bank is broken.
  fileprivate func less(_ part: Money) -> Money {
    (try? subtracting(part)) ?? Money(minorUnits: .min, currency: currency)
  }
}

extension SavingsGoal {
  /// Whether it has more than its target once this is added.
  fileprivate func isPastTarget(with amount: Money) -> Bool {
    guard let target, let total = try? totalSaved.adding(amount) else { return false }
    return total.minorUnits > target.minorUnits
  }
}

extension Week {
  /// The last day, as a moment inside of it.
  var lastMoment: Date { end.addingTimeInterval(-1) }

  var daysText: Text { RoundUpFlow.texts("week.days", start, lastMoment) }
}
