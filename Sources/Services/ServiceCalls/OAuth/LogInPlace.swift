import ServiceBasics

/// Where a log-in is kept: in a file for the processes of one machine, or in a log that several
/// machines share.
protocol LogInPlace: Sendable {
  /// What is known of the log-in without waiting; nil if that cannot be read.
  var known: LogInContents? { get }

  /// Reads the log-in, behind all that others have written.
  ///
  /// - Throws: `file` if it cannot be read.
  func contents() async throws(OAuthFailure) -> LogInContents

  /// Puts a log-in there, durably.
  ///
  /// - Parameters:
  ///   - contents: the log-in.
  ///   - lock: keeps others from doing so meanwhile.
  /// - Throws: `file`, or `unavailable` if another machine has taken the lock over.
  func keep(_ contents: LogInContents, under lock: LogInLock) async throws(OAuthFailure)

  /// Waits until nobody else renews or ends the log-in, and keeps others from it.
  ///
  /// - Parameter limit: how long to wait at the most.
  /// - Returns: the lock, which has to be released.
  /// - Throws: `file`, or `unavailable` if the limit was reached or the task is cancelled.
  func lock(waitingUpTo limit: Duration) async throws(OAuthFailure) -> LogInLock

  /// The attempts to log in whose browsers come back to a server of the program's.
  ///
  /// - Parameters:
  ///   - keeper: keeps the log-in here.
  ///   - address: the server's address for it.
  /// - Returns: the attempts, seen by all who share the log-in if they can be.
  func attempts(
    of keeper: OAuthTokenKeeper, returningTo address: @escaping @Sendable () -> String
  ) -> any OAuthAttempts
}

/// Keeps others from renewing or ending a log-in until it is released.
struct LogInLock: Sendable {
  /// The lock that other machines see; nil if there are none.
  let shared: SharedLock?
  private let file: FileLock?

  init(_ file: FileLock) { (self.file, shared) = (file, nil) }

  init(_ shared: SharedLock) { (file, self.shared) = (nil, shared) }

  /// Lets the next one renew or end the log-in.
  func release() async {
    file?.release()
    await shared?.release()
  }
}

/// A log-in in a file.
struct LogInFile: LogInPlace {
  let file: OAuthTokenFile
  let timing: Timing

  var known: LogInContents? { try? file.contents() }

  func contents() async throws(OAuthFailure) -> LogInContents { try file.contents() }

  func keep(_ contents: LogInContents, under lock: LogInLock) async throws(OAuthFailure) {
    try file.keep(contents)
  }

  func lock(waitingUpTo limit: Duration) async throws(OAuthFailure) -> LogInLock {
    LogInLock(try await file.lock(waitingUpTo: limit, timing))
  }

  /// Attempts in the memory of this process.
  func attempts(
    of keeper: OAuthTokenKeeper, returningTo address: @escaping @Sendable () -> String
  ) -> any OAuthAttempts {
    AttemptsInMemory { () async throws(OAuthFailure) -> OAuthLogIn in
      OAuthLogIn(keeper, returningTo: address())
    }
  }
}
