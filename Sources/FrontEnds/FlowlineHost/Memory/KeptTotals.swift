import Flowline
import FoundationEssentials
import Synchronization

/// How much all users have together, as the store counted it last and with what this host has added since;
/// and which files are on their way.
final class KeptTotals: Sendable {
  private struct State {
    /// What the store counted, and when it was asked; nil if it never was, or does not count.
    var counted: (usage: StoreUsage, at: Date)?
    /// What was added since.
    var sessions = 0
    var fileBytes = 0
    /// How many bytes the files have that are being kept.
    var comingOfUsers: [UserID: Int] = [:]
    var coming = 0

    var usage: StoreUsage? {
      counted.map { counted in
        StoreUsage(
          unfinished: counted.usage.unfinished + sessions,
          fileBytes: counted.usage.fileBytes + fileBytes)
      }
    }
  }

  /// For how many seconds what was counted will do.
  private static let interval: TimeInterval = 60

  private let state = Mutex(State())

  /// How much there is.
  ///
  /// - Parameters:
  ///   - now: the moment.
  ///   - count: asks the store, if what was counted is too old.
  /// - Returns: the amount; nil if the store does not count.
  func usage(
    at now: Date, _ count: () async throws(HostFault) -> StoreUsage?
  ) async throws(HostFault) -> StoreUsage? {
    let (known, sessions, fileBytes) = state.withLock { state -> (StoreUsage?, Int, Int) in
      guard let counted = state.counted, abs(now.timeIntervalSince(counted.at)) >= Self.interval
      else { return (state.usage, state.sessions, state.fileBytes) }
      // Others use what is known until it is counted anew.
      state.counted?.at = now
      return (nil, state.sessions, state.fileBytes)
    }
    if let known { return known }
    guard let usage = try await count() else { return nil }
    return state.withLock { state -> StoreUsage? in
      state.counted = (usage, now)
      // What is added meanwhile may be counted twice, and is not passed by.
      state.sessions = max(0, state.sessions - sessions)
      state.fileBytes = max(0, state.fileBytes - fileBytes)
      return state.usage
    }
  }

  /// Notes what was added.
  func add(sessions: Int = 0, fileBytes: Int = 0) {
    state.withLock { state in
      state.sessions += sessions
      state.fileBytes += fileBytes
    }
  }

  /// A file is on its way; returns how many bytes all such have, with this one.
  func beginFile(of count: Int, by user: UserID) -> (ofUser: Int, inAll: Int) {
    state.withLock { state in
      state.coming += count
      let ofUser = state.comingOfUsers[user, default: 0] + count
      state.comingOfUsers[user] = ofUser
      return (ofUser, state.coming)
    }
  }

  /// A file is kept, or was refused.
  func endFile(of count: Int, by user: UserID) {
    state.withLock { state in
      state.coming -= count
      let ofUser = state.comingOfUsers[user, default: count] - count
      state.comingOfUsers[user] = ofUser > 0 ? ofUser : nil
    }
  }
}
