import Synchronization

/// The statements about one session with its month written out, so that the database plans each once for a
/// connection.
///
/// With the month as a parameter a plan has to do for all parts of a table, and looks dearer than one that is made
/// for the value: so the database would plan at each call, which costs it more than the statement itself.
final class MonthStatements: Sendable {
  /// How many months back sessions are answered as a rule.
  private static let past: Int64 = 14

  private let now: @Sendable () -> SessionMonth
  private let texts = Mutex<[SessionMonth: [String: String]]>([:])

  /// Makes them as they are asked for.
  ///
  /// - Parameter now: says which month it is.
  init(now: @escaping @Sendable () -> SessionMonth) { self.now = now }

  /// A statement for sessions of a month, whose first parameter is the month.
  ///
  /// Callers choose ids: for a month that is long past or to come it stays as it is, so that no connection has
  /// statements for each that somebody made up.
  func text(_ sql: String, in month: SessionMonth) -> String {
    if let text = texts.withLock({ $0[month]?[sql] }) { return text }
    let current = now()
    guard month == .timeless || (-Self.past...1).contains(month.rawValue - current.rawValue)
    else { return sql }
    let text = Self.naming(month, in: sql)
    texts.withLock { $0[month, default: [:]][sql] = text }
    return text
  }

  private static func naming(_ month: SessionMonth, in sql: String) -> String {
    let parts = sql.split(separator: "$1", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { text, part in
      let isLonger = part.utf8.first.map { (48...57).contains($0) } ?? false
      text += (isLonger ? "$1" : "\(month.rawValue)") + part
    }
  }
}
