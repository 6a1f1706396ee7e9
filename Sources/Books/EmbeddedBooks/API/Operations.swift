import FreeAgentAPI

/// Everything that the API does here.
enum Operations {
  static let all: [Operation] = [
    company, accountLocks, users, contacts, categories, bankAccounts, bankTransactions,
    explanations, documents, expenses, bills, time, attachments, statements, reports, accounting,
    notes, priceList, recurringInvoices, reconciliations, returns, payroll,
  ].flatMap { $0 }

  /// Finds the operation of a verb and a path; of two the one with fewer ids, as `users/me` is no user.
  ///
  /// - Returns: the operation, and the values in its path; nil if there is none: the service answers a verb
  ///   that a path lacks as it answers a path that it lacks.
  static func find(
    _ method: FreeAgent.Method?, _ path: [String]
  ) -> (operation: Operation, values: [Substring: String])? {
    var best: (operation: Operation, values: [Substring: String])?
    for operation in all where operation.method == method {
      guard let values = operation.values(in: path),
        operation.wordCount > best?.operation.wordCount ?? -1
      else { continue }
      best = (operation, values)
    }
    return best
  }
}
