import Bank
import BankServices
import BankSteps
import DataSets
import Flowline
import FoundationEssentials

/// The data sets that a statement is made of.
struct AccountSets: Sendable {
  /// How many days the payments are shown of, today included.
  static let days = 10

  /// How a statement is read.
  enum Way: Sendable {
    /// As it is known.
    case current
    /// Anew.
    case again(Reload)
  }

  private let account: Account.ID
  private let accounts: BankDataSet<[AccountOverview]>
  private let goals: BankDataSet<[SavingsGoal]>
  private let payments: BankDataSet<[Payment]>

  init(access: BankAccess, account: Account.ID, environment: FlowEnvironment) {
    self.account = account
    accounts = access.services.accounts
    goals = access.services.goals(of: account)
    payments = access.services.recentPayments(of: account, in: Self.latestDays(in: environment))
  }

  /// Reads all of it.
  ///
  /// - Throws: `BankError`, also where the customer has no such account any more.
  func read(_ way: Way) async throws -> Statement {
    let statement =
      switch way {
      case .current:
        Statement(
          accounts: try await accounts.current(), goals: try await goals.current(),
          payments: try await payments.current())
      case .again(let kind):
        Statement(
          accounts: try await accounts.reload(kind), goals: try await goals.reload(kind),
          payments: try await payments.reload(kind))
      }
    _ = try statement.overview(of: account)
    return statement
  }

  /// Waits until something else is known of any of it.
  func change(after shown: Statement) async throws -> Statement {
    try await withThrowingTaskGroup(of: Statement.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        Statement(
          accounts: try await accounts.change(after: shown.accounts), goals: shown.goals,
          payments: shown.payments)
      }
      group.addTask {
        Statement(
          accounts: shown.accounts, goals: try await goals.change(after: shown.goals),
          payments: shown.payments)
      }
      group.addTask {
        Statement(
          accounts: shown.accounts, goals: shown.goals,
          payments: try await payments.change(after: shown.payments))
      }
      let statement = try await group.next() ?? shown
      _ = try statement.overview(of: account)
      return statement
    }
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
