import Flowline
import FoundationEssentials
import Synchronization

/// How much all users have together, as the store counted it last and with what this host has added since;
/// and which files are on their way.
final class KeptTotals: Sendable {
  private struct State {
    /// What the store counted last; nil if it never has, or does not count.
    var counted: StoreUsage?
    /// When it was asked last; nil if it never was.
    var askedAt: Date?
    /// What was added since.
    var sessions = 0
    var fileBytes = 0
    /// How many bytes the files have that are being kept.
    var comingOfUsers: [UserID: Int] = [:]
    var coming = 0

    var usage: StoreUsage? {
      counted.map { counted in
        StoreUsage(
          unfinished: counted.unfinished + sessions, fileBytes: counted.fileBytes + fileBytes)
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
  /// - Returns: the amount; nil if the store does not count, or has not answered yet.
  func usage(
    at now: Date, _ count: () async throws(HostFault) -> StoreUsage?
  ) async throws(HostFault) -> StoreUsage? {
    let (isToBeCounted, known) = state.withLock { state -> (Bool, State) in
      if let asked = state.askedAt, abs(now.timeIntervalSince(asked)) < Self.interval {
        return (false, state)
      }
      // One asks; others use what is known until it is counted anew.
      state.askedAt = now
      return (true, state)
    }
    guard isToBeCounted else { return known.usage }
    let answer: StoreUsage?
    do throws(HostFault) {
      answer = try await count()
    } catch {
      // Nothing is known yet: the next one asks again.
      state.withLock { if $0.counted == nil { $0.askedAt = nil } }
      throw error
    }
    guard let usage = answer else { return nil }
    return state.withLock { state -> StoreUsage? in
      state.counted = usage
      // What is added meanwhile may be counted twice, and is not passed by.
      state.sessions = max(0, state.sessions - known.sessions)
      state.fileBytes = max(0, state.fileBytes - known.fileBytes)
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
