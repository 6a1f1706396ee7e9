import GRDB

/// The ledger has each account at the bank as the bank has it, on any day.
extension Ledger {
  /// A day of an account of the ledger; nil for what was there when the books began.
  private struct AccountDay: Hashable {
    let code: String
    let day: String?
  }

  /// The days on which 750 moves by something else than the transactions of the day.
  ///
  /// If no day differs, its balance is the opening balance and the sum of the transactions on every
  /// day. Of a personal account what is explained counts.
  func bankDifferences() throws -> [BooksDifference] {
    var moves: [AccountDay: Int64] = [:]
    for (account, units) in try openingPostings().units {
      guard account.code.hasPrefix("\(LedgerAccount.bank)-") else { continue }
      moves[AccountDay(code: account.code, day: nil), default: 0] += units
    }
    for query in Self.postingQueries {
      let sql = query.days(ofSubAccountsOf: LedgerAccount.bank)
      for row in try rows(sql, arguments(ofPostings: sql, through: today)) {
        moves[AccountDay(code: row["code"], day: row["day"]), default: 0] += row["units"] as Int64
      }
    }
    for row in try rows(Self.bankDays) {
      let code = "\(LedgerAccount.bank)-\(row["id"] as Int64)"
      moves[AccountDay(code: code, day: row["day"]), default: 0] -= row["units"] as Int64
    }
    return moves.filter { $0.value != 0 }
      .sorted { ($0.key.code, $0.key.day ?? "") < ($1.key.code, $1.key.day ?? "") }
      .map { move, units in
        BooksDifference(
          subject: "bankAccount \(move.code.dropFirst(LedgerAccount.bank.count + 1))",
          rule: "the ledger has its transactions on their days",
          found: "\(units) more \(move.day.map { "on \($0)" } ?? "at the beginning")")
      }
  }

  /// What the bank has, apart from the ledger: `id`, `day`, `units`.
  private static let bankDays = """
    SELECT id, NULL AS day, iif(isPersonal, 0, openingBalance) AS units FROM bankAccount
    UNION ALL
    SELECT a.id, t.day, sum(iif(a.isPersonal,
      coalesce((SELECT sum(gross) FROM explanation WHERE bankTransaction = t.id), 0), t.amount))
    FROM bankTransaction AS t JOIN bankAccount AS a ON a.id = t.account GROUP BY a.id, t.day
    """
}
