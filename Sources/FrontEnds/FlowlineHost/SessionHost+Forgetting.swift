public import Flowline
import FoundationEssentials
import Synchronization

/// Forgetting sessions and users.
extension SessionHost {
  /// Forgets a session with its files, whether it has ended or not, unless a commit is under way in it.
  ///
  /// A commit cannot be stopped, and its record is all that says what became of it: the session can be
  /// forgotten once it is done. One that is held is forgotten with the session: ask before. A session that
  /// a newer version of the program saved can be forgotten as well, but for one in which that is at work, or
  /// that tells this version nothing of it.
  ///
  /// - Throws: ``HostFault``; ``HostFault/Code/committing`` while a commit is under way, with when to try
  ///   again; ``HostFault/Code/newerVersion`` while a newer version of the program may be committing.
  public func forget(_ key: SessionKey) async throws(HostFault) {
    try await call(key) { session async throws(HostFault) in
      guard try await !isCommitting(session) else { throw .stillCommitting }
      try await remove(session)
    }
  }

  /// Forgets a session that has ended.
  func forgetEnded(_ key: SessionKey) async throws(HostFault) {
    try await call(key, as: .own) { session async throws(HostFault) in
      try await remove(session)
    }
  }

  /// Forgets all that is kept of a user.
  ///
  /// Waits for the commits that are under way in this host, for ``HostLimits/closingTime`` at the most.
  /// If one takes longer nothing is erased: erase once more.
  ///
  /// - Returns: how many sessions it was.
  /// - Throws: ``HostFault``; ``HostFault/Code/committing`` if a commit is still under way.
  @discardableResult
  public func erase(_ user: UserID) async throws(HostFault) -> Int {
    let sessions = table.takeAll(where: { $0.user == user })
    let last = clock.now.addingTimeInterval(limits.closingTime.seconds)
    for session in sessions { await session.live?.waitForCommits(until: last, by: clock) }
    var isCommitting = false
    for session in sessions {
      // In its turn: a call that waited for its own may have begun another.
      await session.turns.run {
        if session.live?.isCommitting ?? false {
          isCommitting = true
        } else {
          await unloadAtOnce(session)
        }
      }
      table.leave(session, as: .own)
    }
    guard !isCommitting else { throw .stillCommitting }
    return try await reporting { () async throws(HostFault) -> Int in
      let count: Int
      do throws(StoreFailure) {
        for forget in forgetters.withLock({ $0.ofUser }) { try await forget(user) }
        count = try await store.removeAll(of: user)
      } catch {
        throw HostFault(error)
      }
      try await audit?.removeAll(of: user)
      return count
    }
  }

  /// Whether something is being written outside in a session, here or at another node.
  ///
  /// A session that nobody has in memory is loaded for it: a commit that a program left in the middle is
  /// repeated then, as by any call.
  ///
  /// In its turn.
  private func isCommitting(_ session: HostedSession) async throws(HostFault) -> Bool {
    try await refresh(session)
    if case .unloaded = session.content {
      guard let stored = try await find(session.key), stored.mayRun else { return false }
      do throws(HostFault) {
        _ = try await load(session)
      } catch {
        // What cannot be opened can be forgotten; what a newer program is at work in, once that is done.
        guard
          error.code == .unusable || error.code == .otherWorld || !stored.summary.mayBeUnderWay
        else { throw error }
      }
    }
    return session.live?.isCommitting ?? false
  }

  /// Removes a session and what is kept of it.
  ///
  /// In its turn.
  private func remove(_ session: HostedSession) async throws(HostFault) {
    await unloadAtOnce(session)
    do throws(StoreFailure) {
      for forget in forgetters.withLock({ $0.ofSession }) { try await forget(session.key) }
      try await store.remove(session.key)
    } catch {
      throw HostFault(error)
    }
    try await audit?.remove(session.key)
  }
}

/// What is kept beside sessions, by front ends for example, and is forgotten with them.
extension SessionHost {
  /// Forgets what is kept beside a session.
  package typealias SessionForgetter = @Sendable (SessionKey) async throws(StoreFailure) -> Void
  /// Forgets what is kept beside all sessions of a user.
  package typealias UserForgetter = @Sendable (UserID) async throws(StoreFailure) -> Void

  /// Has something that is kept beside sessions forgotten with each of them.
  ///
  /// It is called while the session has its record, so that the session can be forgotten once more if it
  /// throws. A store that forgets whole months of sessions calls nobody: let what is kept expire as well.
  package func whenForgotten(_ forget: @escaping SessionForgetter) {
    forgetters.withLock { $0.ofSession.append(forget) }
  }

  /// Has something called with each session that has ended in this host, however it ended.
  ///
  /// If it throws, it is not called again for that session: let what is kept beside sessions expire as well.
  package func whenEnded(_ tell: @escaping SessionForgetter) {
    forgetters.withLock { $0.ofEnded.append(tell) }
  }

  /// Has something that is kept beside sessions forgotten when their user is erased.
  package func whenErased(_ forget: @escaping UserForgetter) {
    forgetters.withLock { $0.ofUser.append(forget) }
  }
}

/// What is called for the things that are kept beside sessions: most of it forgets them.
struct Forgetters: Sendable {
  var ofSession: [SessionHost.SessionForgetter] = []
  var ofEnded: [SessionHost.SessionForgetter] = []
  var ofUser: [SessionHost.UserForgetter] = []
}

extension StoredSession {
  /// Whether something may be under way in it: nothing is if it has ended, or is damaged.
  fileprivate var mayRun: Bool {
    switch standing {
    case .unfinished, .newer: true
    case .finished, .cancelled, .failed, .damaged: false
    }
  }
}
