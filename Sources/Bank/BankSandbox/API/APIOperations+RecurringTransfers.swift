import Bank
import EmbeddedBank
import Money
import StarlingAPI

extension APIOperations {
  static let recurringTransfers: [Operation] = [
    .answering(Starling.GetRecurringTransfer.self) { call, ledger in
      let (goal, account) = try call.goal(ledger)
      guard
        let transfer = try ledger.recurringTransfer(to: goal.id, of: account),
        let next = transfer.recurrence.next(onOrAfter: CalendarDay(call.time))
      else { throw RequestProblem.noRecurringTransfer }
      return Starling.RecurringTransfer(
        transferUid: transfer.id.text,
        recurrenceRule: Starling.RecurrenceRule(transfer.recurrence),
        amount: Starling.Amount(transfer.amount), nextPaymentDate: next.description)
    },
    .answering(Starling.PutRecurringTransfer.self) { call, ledger in
      let (goal, account) = try call.goal(ledger)
      let request = try call.body(Starling.RecurringTransferRequest.self)
      guard let amount = request.amount.money(in: account.currency) else {
        throw RequestProblem.refused(.currencyMismatch)
      }
      guard amount.isPositive else { throw RequestProblem.refused(.amountMustBePositive) }
      let recurrence = try Recurrence(request.recurrenceRule)
      guard recurrence.next(onOrAfter: CalendarDay(call.time)) != nil else {
        throw RequestProblem.invalid("recurrenceRule", "must have a payment to come")
      }
      let transfer = try ledger.setRecurringTransfer(
        to: goal.id, of: account, amount: amount, recurrence: recurrence,
        topsUp: request.topUp ?? false, reference: request.reference)
      return Starling.GoalTransferAnswer(transferUid: transfer.id.text, success: true)
    },
    .replying(Starling.DeleteRecurringTransfer.self) { call, ledger in
      guard try ledger.endRecurringTransfer(to: try call.goal(ledger).goal.id) else {
        throw RequestProblem.noRecurringTransfer
      }
      return .empty(status: 200)
    },
  ]
}

extension RequestProblem {
  fileprivate static let noRecurringTransfer = refused("NO_RECURRING_TRANSFER", status: 404)
}

extension Starling.RecurrenceRule {
  fileprivate init(_ recurrence: Recurrence) {
    self.init(
      startDate: recurrence.startDate.description,
      frequency: Starling.Frequency(rawValue: recurrence.frequency.rawValue),
      interval: recurrence.interval.map(Int32.init), count: recurrence.count.map(Int32.init),
      untilDate: recurrence.untilDate?.description,
      days: recurrence.days?.map { Starling.Weekday(rawValue: $0.rawValue) })
  }
}

extension Recurrence {
  fileprivate init(_ rule: Starling.RecurrenceRule) throws(RequestProblem) {
    guard let start = CalendarDay(rule.startDate) else {
      throw .invalid("startDate", "must be a date")
    }
    guard let frequency = Frequency(rawValue: rule.frequency.rawValue) else {
      throw .invalid("frequency", "must be DAILY, WEEKLY, MONTHLY or YEARLY")
    }
    for (name, number) in [("interval", rule.interval), ("count", rule.count)] {
      guard number ?? 1 > 0 else { throw .invalid(name, "must be greater than 0") }
    }
    let until = rule.untilDate.flatMap { CalendarDay($0) }
    guard (until == nil) == (rule.untilDate == nil) else {
      throw .invalid("untilDate", "must be a date")
    }
    let days = rule.days?.compactMap { Weekday(rawValue: $0.rawValue) }
    guard days?.count == rule.days?.count else { throw .invalid("days", "must be days of a week") }
    self.init(
      startDate: start, frequency: frequency, interval: rule.interval.map(Int64.init),
      count: rule.count.map(Int64.init), untilDate: until, days: days)
  }
}
