import ServiceBasics
import Synchronization

/// A log-in in a log that machines share, with the attempt that is under way.
///
/// One machine may begin the attempt, another take what the browser brings back, and a third
/// exchange the code.
final class SharedLogIn: LogInPlace {
  private final class Known: Sendable {
    let record = Mutex(LogInRecord())
  }

  private let lastRead: Known
  private let history: SharedHistory<LogInRecord>

  /// Makes a place; nothing is read yet.
  ///
  /// - Parameters:
  ///   - log: the log, which has nothing else.
  ///   - timing: the clocks and the sleep.
  init(_ log: any SharedLog, timing: Timing) {
    let lastRead = Known()
    self.lastRead = lastRead
    history = SharedHistory<LogInRecord>(log, keeping: .last(16), timing: timing) { record in
      lastRead.record.withLock { $0 = record }
    }
  }

  /// The record as it was last read here.
  var record: LogInRecord { lastRead.record.withLock { $0 } }

  /// Reads the record, behind all that others have written.
  func read() async throws(OAuthFailure) -> LogInRecord {
    do throws(SharedLogFailure) {
      try await history.catchUp()
    } catch {
      throw OAuthFailure(error)
    }
    return record
  }

  /// Changes the record, by all that was written before.
  ///
  /// - Parameters:
  ///   - lock: has to be held for it; nil if none has.
  ///   - change: is called again if another machine has written meanwhile.
  /// - Returns: what the change returned.
  /// - Throws: `file`, or `unavailable` if another machine has taken the lock over.
  func change<Value>(
    under lock: SharedLock? = nil, _ change: (inout LogInRecord) -> Value
  ) async throws(OAuthFailure) -> Value {
    do {
      return try await history.write(under: lock) { () throws -> (LogInRecord?, Value) in
        let before = record
        var after = before
        let value = change(&after)
        return (after == before ? nil : after, value)
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> OAuthFailure {
    switch error {
    case let failure as SharedLogFailure: OAuthFailure(failure)
    case is CancellationError: .unavailable(.waitStopped)
    default: OAuthFailure(SharedLogFailure(.unavailable, at: history.name, "it cannot be used"))
    }
  }

  // MARK: - The place

  var known: LogInContents? { record.contents }

  func contents() async throws(OAuthFailure) -> LogInContents { try await read().contents }

  func keep(_ contents: LogInContents, under lock: LogInLock) async throws(OAuthFailure) {
    try await change(under: lock.shared) { (record: inout LogInRecord) -> Void in
      record.keep(contents)
    }
    // Tokens that the service may still know are nobody's any more. Those that cannot be forgotten now are with
    // the entries to come.
    if case .loggedOut = contents { try? await history.forgetEarlier() }
  }

  func lock(waitingUpTo limit: Duration) async throws(OAuthFailure) -> LogInLock {
    let taken: SharedLock?
    do {
      taken = try await history.lock("log-in", waitingUpTo: limit)
    } catch {
      throw failure(error)
    }
    guard let taken else { throw .unavailable(.logInInUse) }
    return LogInLock(taken)
  }

  /// Attempts that all machines see.
  func attempts(
    of keeper: OAuthTokenKeeper, returningTo address: @escaping @Sendable () -> String
  ) -> any OAuthAttempts {
    SharedAttempts(keeper: keeper, logIn: self, address: address)
  }
}
