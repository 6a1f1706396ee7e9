import FreeAgentAPI

/// Everything that the API does here.
enum Operations {
  static let all: [Operation] = [
    company, accountLocks, users, contacts, categories, bankAccounts, bankTransactions,
    explanations, documents, expenses, bills, time, attachments, statements, reports, accounting,
    notes, priceList, recurringInvoices, reconciliations, returns, payroll,
  ].flatMap { $0 }

  /// What there is at a path.
  enum Finding {
    case found(Operation, values: [Substring: String])
    case otherMethods([FreeAgent.Method])
    case none
  }

  /// Finds the operation of a verb and a path; of two the one with fewer ids, as `users/me` is no user.
  static func find(_ method: FreeAgent.Method?, _ path: [String]) -> Finding {
    var best: (operation: Operation, values: [Substring: String])?
    var allowed: [FreeAgent.Method] = []
    for operation in all {
      guard let values = operation.values(in: path) else { continue }
      if operation.method != method {
        if !allowed.contains(operation.method) { allowed.append(operation.method) }
      } else if operation.wordCount > best?.operation.wordCount ?? -1 {
        best = (operation, values)
      }
    }
    if let best { return .found(best.operation, values: best.values) }
    return allowed.isEmpty ? .none : .otherMethods(allowed.sorted { $0.rawValue < $1.rawValue })
  }
}
