import Bank
import Flowline
import FoundationEssentials

/// What is shown of one account: its goals and its latest payments.
struct Statement {
  /// How many days the payments are shown of, today included.
  static let days = 10

  let overview: AccountOverview
  let goals: [SavingsGoal]
  let payments: [Payment]

  /// What is read from the bank, as the journal keeps it.
  private struct Reading: Codable {
    let goals: [SavingsGoal]
    let payments: [Payment]
  }

  static func load(
    of overview: AccountOverview, at bank: any Bank, in context: FlowContext
  ) async throws -> Statement {
    let account = overview.account.id
    let interval = latestDays(in: context.environment)
    let reading = try await context.load("statement", title: texts("statement.reading")) {
      Reading(
        goals: try await bank.goals(of: account),
        payments: try await bank.payments(of: account, in: interval))
    }
    return Statement(overview: overview, goals: reading.goals, payments: reading.payments)
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
