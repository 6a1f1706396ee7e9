package import Bank
import FoundationEssentials
import GRDB
package import Money
import ServiceBasics

extension Ledger {
  private struct Row: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "recurringTransfer"

    var goal: SavingsGoal.ID
    var id: Identifier<RecurringTransfer>
    var minorUnits: Int64
    var recurrence: String
    var topsUp: Bool
    var reference: String?
  }

  /// The goal's standing order, or `nil` where it has none.
  package func recurringTransfer(
    to goal: SavingsGoal.ID, of account: Account
  ) throws -> RecurringTransfer? {
    try row(Row.self, "SELECT * FROM recurringTransfer WHERE goal = ?", [goal.text]).map {
      RecurringTransfer(
        id: $0.id, goal: $0.goal,
        amount: Money(minorUnits: $0.minorUnits, currency: account.currency),
        recurrence: try JSONDecoder().decode(Recurrence.self, from: Data($0.recurrence.utf8)),
        topsUp: $0.topsUp, reference: $0.reference)
    }
  }

  /// Keeps a standing order in place of the goal's other one, whose id it takes.
  package func setRecurringTransfer(
    to goal: SavingsGoal.ID, of account: Account, amount: Money, recurrence: Recurrence,
    topsUp: Bool, reference: String?
  ) throws -> RecurringTransfer {
    let transfer = RecurringTransfer(
      id: try recurringTransfer(to: goal, of: account)?.id ?? newID(), goal: goal,
      amount: amount, recurrence: recurrence, topsUp: topsUp, reference: reference)
    try Row(
      goal: goal, id: transfer.id, minorUnits: amount.minorUnits,
      recurrence: try CanonicalJSON.text(recurrence), topsUp: topsUp, reference: reference
    ).insert(db, onConflict: .replace)
    return transfer
  }

  /// Ends the goal's standing order; returns whether there was one.
  package func endRecurringTransfer(to goal: SavingsGoal.ID) throws -> Bool {
    try execute("DELETE FROM recurringTransfer WHERE goal = ?", [goal.text])
    return db.changesCount > 0
  }
}
