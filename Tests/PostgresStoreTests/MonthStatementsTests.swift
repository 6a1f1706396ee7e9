import Flowline
import FlowlineHost
import Foundation
import Testing

@testable import FlowlinePostgres

/// Statements with a month written out.
struct MonthStatementsTests {
  private let statements = MonthStatements { SessionMonth(rawValue: 682) }
  private static let sql = "UPDATE t SET a = $1, b = $10 WHERE month = $1 AND id = $12"

  @Test(arguments: [0, 682, 683, 668])
  func `the first parameter is the month, and no other is`(month: Int64) {
    let text = statements.text(Self.sql, in: SessionMonth(rawValue: month))
    #expect(
      text == "UPDATE t SET a = \(month), b = $10 WHERE month = \(month) AND id = $12"
    )
    #expect(statements.text(Self.sql, in: SessionMonth(rawValue: month)) == text)
  }

  @Test(arguments: [667, 684, 5_159, 1])
  func `months that callers may have made up stay a parameter`(month: Int64) {
    #expect(statements.text(Self.sql, in: SessionMonth(rawValue: month)) == Self.sql)
  }

  @Test(arguments: [UUID(), .newSession()])
  func `the database plans an answer's statement a few times, and not at each answer`(
    session: UUID
  ) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store { $0.connections = 1 }
    let record = try await store.keep(SessionKey("ada", session))
    for number in 2...40 { try await record.add("answer shop.name 1\n", at: number) }
    let plans = try await store.pool.rows(
      """
      SELECT generic_plans, custom_plans FROM pg_prepared_statements
      WHERE generic_plans + custom_plans > 30
      """, [])
    #expect(plans.count == 1)
    // PostgreSQL compares five plans for values with one for all.
    #expect(plans.first?.int(0) ?? 0 >= 30)
    #expect(plans.first?.int(1) ?? 100 <= 5)
  }
}
