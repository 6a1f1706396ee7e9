import Flowline
import FlowlineHost
import FlowlineSQLite
import Foundation

/// A store in a file of its own, and hosts over it.
struct Bench: Sendable {
  let folder: String
  let store: SQLiteJournalStore
  let environment = FlowEnvironment.current

  init(in folder: String) throws {
    self.folder = folder
    store = try SQLiteJournalStore(path: "\(folder)/sessions.sqlite")
  }

  /// A host without limits, but for how many sessions are in memory.
  func host(sessionsInMemory: Int = .max, questions: Int? = nil) -> SessionHost {
    var limits = HostLimits()
    limits.sessionsInMemory = sessionsInMemory
    limits.bytesInMemory = .max
    limits.sessionsPerUser = .max
    limits.callsPerUser = .max
    limits.callsAtOnce = .max
    return SessionHost(keeping: store, limits: limits) { _ in .counting(questions) }
  }

  /// How many bytes the store's file and its log take.
  var storedBytes: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let size = try? FileManager.default.attributesOfItem(atPath: store.path + suffix)[.size]
      return sum + (size as? Int ?? 0)
    }
  }

  /// Answers the question that a session asks, which must be taken.
  func answer(_ key: SessionKey, _ host: SessionHost) async throws {
    let reply = try await host.answer(key, .answer(5))
    guard case .accepted = reply.reception else {
      throw NotAccepted(key: key, reception: reply.reception)
    }
  }
}

/// An answer that was to be taken was not.
struct NotAccepted: Error {
  let key: SessionKey
  let reception: HostedReception
}
