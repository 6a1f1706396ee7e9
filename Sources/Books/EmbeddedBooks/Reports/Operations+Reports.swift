import Days
import FreeAgentAPI

extension Operations {
  static let reports: [Operation] = [
    .answering(FreeAgent.GetCashFlow.self) { call, ledger in
      let days = try call.days() ?? ledger.yearToToday
      return try ledger.cashFlow(days).enveloped(as: FreeAgent.GetCashFlow.key)
    },
    .answering(FreeAgent.GetProfitAndLoss.self) { call, ledger in
      let days = try ledger.profitPeriod(call.days(), named: call.parameter("accounting_period"))
      return try ledger.profitAndLoss(days).enveloped(as: FreeAgent.GetProfitAndLoss.key)
    },
    .answering(FreeAgent.GetTaxTimeline.self) { _, ledger in
      FreeAgent.Batch(try ledger.taxTimeline()).enveloped(as: FreeAgent.GetTaxTimeline.key)
    },
  ]
}

extension Call {
  /// The days of the query, both included; nil if it names neither.
  fileprivate func days() throws -> ClosedRange<Day>? {
    let names = ["from_date", "to_date"]
    let texts = names.map { parameter($0) }
    guard texts != [nil, nil] else { return nil }
    let days = texts.map { $0.flatMap { Day($0) } }
    for (name, day) in zip(names, days) where day == nil {
      throw FreeAgent.Failure.badRequest("\(name) is invalid")
    }
    guard let from = days[0], let to = days[1], from <= to else {
      throw FreeAgent.Failure.badRequest("to_date is before from_date")
    }
    return from...to
  }
}
