public import Bank
public import DataSets
public import FoundationEssentials

/// The data sets that a statement is made of.
///
/// Each of its methods throws a `BankError` if the customer has no such account any more.
public struct StatementSource: BankDataSource {
  private let account: Account.ID
  private let accounts: BankDataSet<[AccountOverview]>
  private let goals: BankDataSet<[SavingsGoal]>
  private let payments: BankDataSet<[Payment]>

  fileprivate init(of account: Account.ID, in interval: Range<Date>, at services: BankServices) {
    self.account = account
    accounts = services.accounts
    goals = services.goals(of: account)
    payments = services.recentPayments(of: account, in: interval)
  }

  /// What is known of every part.
  public func current() async throws -> Statement {
    try checked(
      Statement(
        accounts: try await accounts.current(), goals: try await goals.current(),
        payments: try await payments.current()))
  }

  /// Asks the bank for every part again.
  public func reload(_ kind: Reload) async throws -> Statement {
    try checked(
      Statement(
        accounts: try await accounts.reload(kind), goals: try await goals.reload(kind),
        payments: try await payments.reload(kind)))
  }

  /// Waits until something else is known of any part.
  public func change(after shown: Statement) async throws -> Statement {
    try await withThrowingTaskGroup(of: Statement.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        shown.with(\.accounts, try await accounts.change(after: shown.accounts))
      }
      group.addTask { shown.with(\.goals, try await goals.change(after: shown.goals)) }
      group.addTask {
        shown.with(\.payments, try await payments.change(after: shown.payments))
      }
      return try checked(try await group.next() ?? shown)
    }
  }

  private func checked(_ statement: Statement) throws(BankError) -> Statement {
    _ = try statement.overview(of: account)
    return statement
  }
}

extension BankServices {
  /// An account with its balance, its goals and its payments of some days.
  ///
  /// - Parameters:
  ///   - account: the account's id.
  ///   - days: how many days of payments, today included.
  ///   - now: a moment of today.
  ///   - calendar: what a day is.
  /// - Returns: where it is read.
  public func statement(
    of account: Account.ID, days: Int, until now: Date, _ calendar: Calendar
  ) -> StatementSource {
    let today = calendar.startOfDay(for: now)
    // `nil` comes only for dates beyond the calendar's years.
    let first = calendar.date(byAdding: .day, value: 1 - days, to: today) ?? today
    let end = calendar.date(byAdding: .day, value: 1, to: today) ?? now
    return StatementSource(of: account, in: first..<end, at: self)
  }
}
