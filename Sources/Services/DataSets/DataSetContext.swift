import FoundationEssentials
import ServiceBasics

/// What all data sets of a repository share.
struct DataSetContext: Sendable {
  /// The time, for the age of copies.
  let now: @Sendable () -> Date

  /// Whose data is read.
  let users: UserDirectory

  /// Where copies are kept between runs.
  let store: (any CopyStore)?

  /// Whether copies are shown and kept, not only marked and removed.
  let showsCopies: Bool

  /// Runs something that nobody waits for.
  let runInBackground: @Sendable (@escaping @Sendable () async -> Void) -> Void

  init(
    now: @escaping @Sendable () -> Date, users: UserDirectory, store: (any CopyStore)?,
    showsCopies: Bool = true,
    runInBackground: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in
      // Detached, so that it reports no progress to the step that happened to start it.
      Task.detached { await work() }
    }
  ) {
    self.now = now
    self.users = users
    self.store = store
    self.showsCopies = showsCopies
    self.runInBackground = runInBackground
  }

  var time: Timestamp { Timestamp(now()) }

  /// Asks the service whose credential is in use; nil if that is known or being asked.
  func question<Failure: DataSetFailure>(
    for failure: Failure.Type
  ) -> (@Sendable () async -> Bool)? {
    users.question { Failure(describing: $0).needsUser }
  }
}
