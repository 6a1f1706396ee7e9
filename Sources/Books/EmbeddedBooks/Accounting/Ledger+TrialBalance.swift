import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// Every account of the ledger with its balance at the end of a day.
  ///
  /// - Parameters:
  ///   - first: the day from which profit and loss counts; nil for the beginning of the accounting year.
  ///   - last: the day.
  func trialBalance(
    from first: Day?, through last: Day
  ) throws -> [FreeAgent.TrialBalanceLine] {
    let first = try first ?? yearStart(of: last)
    return try lines(of: balances(from: first, through: last)).map(trialBalanceLine)
  }

  /// The balances with which the books began.
  func openingTrialBalance() throws -> [FreeAgent.TrialBalanceLine] {
    try lines(of: openingPostings()).map(trialBalanceLine)
  }

  private func trialBalanceLine(_ line: LedgerLine) throws -> FreeAgent.TrialBalanceLine {
    let name = try name(of: line, " ")
    return FreeAgent.TrialBalanceLine {
      $0.category = link(line.category)
      $0.nominalCode = line.code
      $0.displayNominalCode = line.code
      $0.name = name
      $0.total = line.isWhole ? line.total : nil
      if line.category == LedgerAccount.bank { $0.bankAccount = link(line.id) }
      if "900"..."910" ~= line.category { $0.user = link(line.id) }
    }
  }

  /// The balances of all accounts at the end of a day; the profit before another day is retained profit.
  func balances(from first: Day?, through last: Day) throws -> Postings {
    let opening = try openingPostings()
    var balances = Postings()
    guard let first, let end = first.adding(days: -1) else {
      balances = opening
      try balances.add(postings(through: last))
      return balances
    }
    try balances.add(postings(through: end))
    // Books that begin within a year have the profit of that year until then.
    let begin = try company().freeagentStartDate ?? companyFacts().booksBegin
    let isEarlier = begin.map { $0 < first } ?? true
    if isEarlier { try balances.add(opening) }
    try balances.collect(into: LedgerAccount.retainedProfit, where: LedgerAccount.isOfProfit)
    if !isEarlier { try balances.add(opening) }
    try balances.add(postings(from: first, through: last))
    return balances
  }

  /// The first day of the accounting year that a day is in; of the last one before if it is in none; nil
  /// before the first.
  func yearStart(of day: Day) throws -> Day? {
    try accountingPeriods().map(\.lowerBound).filter { $0 <= day }.max()
  }
}
