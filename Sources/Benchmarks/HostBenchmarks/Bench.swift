import Flowline
import FlowlineHost
import Foundation

/// A store of a benchmark's own, and hosts over it.
struct Bench: Sendable {
  let store: BenchStore
  let environment = FlowEnvironment.current

  /// A host without limits, but for how many sessions are in memory.
  func host(
    sessionsInMemory: Int = .max, questions: Int? = nil, audit: (any AuditLog)? = nil
  ) -> SessionHost {
    var limits = HostLimits()
    limits.sessionsInMemory = sessionsInMemory
    limits.bytesInMemory = .max
    limits.sessionsPerUser = .max
    limits.callsPerUser = .max
    limits.callsAtOnce = .max
    return SessionHost(keeping: store.journals, limits: limits, audit: audit) { _ in
      .counting(questions)
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
