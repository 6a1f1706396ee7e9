import Days
import FreeAgentAPI

extension Operations {
  static let reports: [Operation] = [
    .answering(FreeAgent.GetCashFlow.self) { call, ledger in
      let days = try call.days() ?? ledger.yearToToday
      return try ledger.cashFlow(days).enveloped(as: FreeAgent.GetCashFlow.key)
    },
    .answering(FreeAgent.GetProfitAndLoss.self) { call, ledger in
      let days = try ledger.profitPeriod(
        call.days(orElse: ledger.yearSoFar), named: call.parameter("accounting_period"))
      return try ledger.profitAndLoss(days).enveloped(as: FreeAgent.GetProfitAndLoss.key)
    },
    .answering(FreeAgent.GetTaxTimeline.self) { _, ledger in
      FreeAgent.Batch(try ledger.taxTimeline()).enveloped(as: FreeAgent.GetTaxTimeline.key)
    },
  ]
}

extension Call {
  /// The days of the query, both included; nil if it names neither.
  ///
  /// - Parameter usual: the days of which one is taken if the query names the other alone; nil if it must
  ///   name both.
  fileprivate func days(orElse usual: ClosedRange<Day>? = nil) throws -> ClosedRange<Day>? {
    let (first, last) = (try day("from_date"), try day("to_date"))
    guard first != nil || last != nil else { return nil }
    let (from, to) = (first ?? usual?.lowerBound, last ?? usual?.upperBound)
    for (name, day) in [("from_date", from), ("to_date", to)] where day == nil {
      throw FreeAgent.Failure.badRequest("\(name) is missing")
    }
    guard let from, let to, from <= to else {
      throw FreeAgent.Failure.badRequest("to_date is before from_date")
    }
    return from...to
  }
}
