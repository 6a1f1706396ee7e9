/// One data set of a bank: reads it, keeps it, and tells whoever shows it what becomes of it.
public final class DataService<Value: Codable & Sendable & Equatable>: Sendable {
  private let read: @Sendable () async throws -> Value

  init(read: @escaping @Sendable () async throws -> Value) {
    self.read = read
  }

  /// What is known: the kept copy at once, while the bank is asked anew behind it.
  ///
  /// Without a cache the bank is asked, and its answer waited for.
  public func current() async throws -> Known<Value> {
    try await reload(.soft)
  }

  /// Asks the bank again and waits for its answer.
  public func reload(_ kind: Reload) async throws -> Known<Value> {
    Known(try await read())
  }

  /// Waits until something else is known than what is shown, or the wait is cancelled.
  ///
  /// - Throws: what keeps the bank from answering where the customer can mend it (`notLoggedIn`,
  ///   `insufficientScope`, ...), and `CancellationError`.
  public func change(after shown: Known<Value>) async throws -> Known<Value> {
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  /// The states from the present one on; one that is overtaken before it is taken is left out.
  public var states: AsyncStream<Loadable<Value>> {
    AsyncStream { $0.yield(.nothing) }
  }

  /// Says that the bank has something else by now than what was read.
  public func markStale() {}
}
