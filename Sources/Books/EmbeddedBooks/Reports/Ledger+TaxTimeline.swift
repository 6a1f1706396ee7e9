import Books
import Days
import FreeAgentAPI
import Money

extension Ledger {
  /// What is due to authorities of the United Kingdom within a year, the earliest first; empty for a
  /// company elsewhere.
  ///
  /// - Throws: 422 if an amount is not known, as a rate of exchange is not.
  func taxTimeline() throws -> [FreeAgent.TaxTimelineItem] {
    let company = try companyFacts()
    guard company.kind != .other else { return [] }
    let end = today.adding(months: 12) ?? today
    var items: [FreeAgent.TaxTimelineItem] = []
    if company.registration.contains(today) { items += try vatItems() }
    if company.kind == .limited { items += try yearEnds() }
    if let day = selfAssessmentDay, let year = TaxYear(startingIn: day.year - 2) {
      items.append(
        .item("Self Assessment", "Payment of tax for \(year)", day) { $0.isPersonal = true })
    }
    return items.filter { $0.datedOn.map { today <= $0 && $0 <= end } ?? false }
      .sorted { ($0.datedOn ?? today) < ($1.datedOn ?? today) }
  }

  /// The returns of the last period and of this one.
  private func vatItems() throws -> [FreeAgent.TaxTimelineItem] {
    try vatPeriods().suffix(2).compactMap { period in
      guard let due = vatDueDay(period) else { return nil }
      let amount = try vatDue(period)
      let nature = "For the quarter to \(period.upperBound.written)"
      return .item("VAT Return", nature, due) { $0.amountDue = amount }
    }
  }

  /// Corporation tax is due nine months and a day after the year, accounts nine months after it.
  private func yearEnds() throws -> [FreeAgent.TaxTimelineItem] {
    try (company().annualAccountingPeriods ?? []).flatMap {
      period -> [FreeAgent.TaxTimelineItem] in
      guard let start = period.startsOn, let end = period.endsOn, start <= end,
        let filing = day(9, after: start...end), let payment = corporationTaxDueDay(start...end),
        today <= payment
      else { return [] }
      let tax = try corporationTaxDue(start...end)
      return [
        .item("Annual Accounts", "For the year to \(end.written)", filing) { _ in },
        .item("Corporation Tax", "For the year to \(end.written)", payment) { $0.amountDue = tax },
      ]
    }
  }

  /// The next 31 January.
  private var selfAssessmentDay: Day? {
    let day = Day(year: today.year, month: 1, day: 31)
    return day.map { $0 < today } == true ? Day(year: today.year + 1, month: 1, day: 31) : day
  }
}

extension FreeAgent.TaxTimelineItem {
  fileprivate static func item(
    _ description: String, _ nature: String, _ day: Day, _ build: (inout Self) -> Void
  ) -> Self {
    Self {
      $0.description = description
      $0.nature = nature
      $0.datedOn = day
      $0.isPersonal = false
      build(&$0)
    }
  }
}
