import Bank
import BankServices
import BankSteps
import DataSets
import Flowline
import FoundationEssentials

/// The data sets that a statement is made of.
///
/// Each of its methods throws a `BankError` if the customer has no such account any more.
struct StatementSource: BankDataSource {
  /// How many days the payments are shown of, today included.
  static let days = 10

  private let account: Account.ID
  private let accounts: BankDataSet<[AccountOverview]>
  private let goals: BankDataSet<[SavingsGoal]>
  private let payments: BankDataSet<[Payment]>

  init(of account: Account.ID, at access: BankAccess, in environment: FlowEnvironment) {
    self.account = account
    accounts = access.services.accounts
    goals = access.services.goals(of: account)
    payments = access.services.recentPayments(of: account, in: Self.latestDays(in: environment))
  }

  func current() async throws -> Statement {
    try checked(
      Statement(
        accounts: try await accounts.current(), goals: try await goals.current(),
        payments: try await payments.current()))
  }

  func reload(_ kind: Reload) async throws -> Statement {
    try checked(
      Statement(
        accounts: try await accounts.reload(kind), goals: try await goals.reload(kind),
        payments: try await payments.reload(kind)))
  }

  /// Waits until something else is known of any part.
  func change(after shown: Statement) async throws -> Statement {
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

  /// From the begin of the first day to the end of today.
  private static func latestDays(in environment: FlowEnvironment) -> Range<Date> {
    let calendar = environment.calendar
    let today = calendar.startOfDay(for: environment.now)
    // `nil` comes only for dates beyond the calendar's years.
    let first = calendar.date(byAdding: .day, value: 1 - days, to: today) ?? today
    let end = calendar.date(byAdding: .day, value: 1, to: today) ?? environment.now
    return first..<end
  }
}
