import Synchronization

/// A bank that is opened when it is first asked for something, so that a program need not wait for a
/// file before its first prompt.
///
/// One that could not be opened is tried again the next time.
public final class LazyBank: ForwardingBank {
  private let opened = Mutex<(any Bank)?>(nil)
  private let opening: @Sendable () throws -> any Bank

  /// Makes a bank that is opened by a closure.
  public init(opening: @escaping @Sendable () throws -> any Bank) {
    self.opening = opening
  }

  /// The bank, opened if it is not yet.
  public func base() throws -> any Bank {
    try opened.withLock { opened in
      if let opened { return opened }
      let bank = try opening()
      opened = bank
      return bank
    }
  }
}
