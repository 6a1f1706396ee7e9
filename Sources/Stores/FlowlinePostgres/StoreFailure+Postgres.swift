import Flowline

extension StoreFailure {
  /// The failure of a call that changed something, or read.
  init(_ failure: PostgresFailure) {
    self.init(Self.code(of: failure), at: failure.place, failure.reason)
  }

  private static func code(of failure: PostgresFailure) -> Code {
    switch failure.kind {
    case .unknown: .unknownOutcome
    case .closed: .closed
    case .notOpened: SealRefusal.otherKey.code
    case .notSent, .stale: .unwritable
    case .refused(let state): code(of: state)
    }
  }

  /// By SQLSTATE: appendix A of PostgreSQL's documentation.
  private static func code(of state: String) -> Code {
    switch state {
    case "53100": .noSpace
    // Waited too long for a lock, or took too long; too many connections.
    case "55P03", "57014", "53300", "40001", "40P01": .busy
    case "42501": .notAllowed
    case _ where state.hasPrefix("28"): .notAllowed
    // Damaged data, a damaged index: `XX000` is any fault of the server's own, and may be over in a moment.
    case "XX001", "XX002": .unreadable
    default: .unwritable
    }
  }
}
