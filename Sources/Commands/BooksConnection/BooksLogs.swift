public import ServiceBasics

/// What machines share of a customer’s books.
public struct BooksLogs: Sendable {
  /// What was ordered.
  public var orders: any SharedLog
  /// The log-in, with its tokens; nil to keep it in a file, if the log would not be sealed.
  public var logIn: (any SharedLog)?

  /// Names logs; nothing is read yet.
  ///
  /// - Parameters:
  ///   - orders: what was ordered, and nothing else.
  ///   - logIn: the log-in of one program, and nothing else; nil to keep it in a file.
  public init(orders: any SharedLog, logIn: (any SharedLog)?) {
    self.orders = orders
    self.logIn = logIn
  }
}
