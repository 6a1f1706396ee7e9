import FreeAgentAPI

extension Operations {
  static let expenses: [Operation] = [
    .getting(FreeAgent.Expense.self) { try $1.expense($0.id, seenBy: $0.user) },
    .listing(FreeAgent.Expense.self) { try $1.expenses($2, $3, seenBy: $0.user) },
    // One expense, or several at once, of which either all are made or none.
    Operation(FreeAgent.CreateExpenses.self, bodyLimit: Operation.filesBodyLimit) { call, ledger in
      guard let list = try call.list(FreeAgent.Expense.listKey) else {
        let expense = try call.contents(FreeAgent.Expense.self)
        return try Operation.created(try ledger.add(expense, by: call.user))
      }
      let made = try list.map { member in
        let expense: FreeAgent.Expense = try Call.record(member, named: FreeAgent.Expense.key)
        return try ledger.add(expense, by: call.user)
      }
      return try BooksReply(
        status: 201, FreeAgent.Batch(made).enveloped(as: FreeAgent.Expense.listKey))
    },
    .updating(FreeAgent.Expense.self, bodyLimit: Operation.fileBodyLimit) { call, ledger, changes in
      try ledger.change(expense: call.id, by: changes, by: call.user)
    },
    .deleting(FreeAgent.Expense.self) { try $1.delete(expense: $0.id, by: $0.user) },
    .answering(FreeAgent.GetMileageSettings.self) { _, ledger in
      ledger.mileageSettings().enveloped(as: FreeAgent.GetMileageSettings.key)
    },
  ]
}

extension Call {
  /// The list of the body under a key; nil if there is none.
  func list(_ key: String) throws -> [FreeAgent.JSON]? {
    guard case .object(let object) = try body.get(), case .list(let list)? = object[key] else {
      return nil
    }
    return list
  }
}
