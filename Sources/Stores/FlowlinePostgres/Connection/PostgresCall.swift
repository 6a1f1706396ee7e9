/// Statements that are made in one transaction, with one round trip.
struct PostgresCall: Sendable {
  /// A statement and its parameters.
  struct Statement: Sendable {
    let sql: String
    let parameters: [PostgresValue]

    init(_ sql: String, _ parameters: [PostgresValue] = []) {
      self.sql = sql
      self.parameters = parameters
    }
  }

  /// What a statement came to.
  struct Result: Sendable {
    let rows: [PostgresRow]
    /// How many rows were returned, inserted, changed or deleted.
    let count: Int
  }

  let statements: [Statement]

  init(_ statements: [Statement]) { self.statements = statements }

  init(_ sql: String, _ parameters: [PostgresValue] = []) {
    statements = [Statement(sql, parameters)]
  }
}

/// Why a call came to nothing, and whether that is certain.
struct PostgresFailure: Error, Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// The database was not reached: nothing was sent.
    case notSent
    /// The connection broke before it was sent.
    case stale
    /// The database refused it: nothing was changed. The value is its SQLSTATE.
    case refused(String)
    /// It was sent, and nobody knows what became of it.
    case unknown
    /// The pool was closed.
    case closed
    /// What was read is sealed with a key that the program was not given.
    case notOpened
  }

  let kind: Kind
  /// Where the database is.
  var place = "postgres"
  /// The database's or the system's words.
  let reason: String

  /// Whether the same call can be made again at once: what it met is over, and nothing was changed.
  var isPassing: Bool {
    switch kind {
    case .stale: true
    // A transaction that lost against another (a distributed database reports it), a deadlock, a prepared
    // statement that the connection does not have (yet).
    case .refused("40001"), .refused("40P01"), .refused("26000"): true
    default: false
    }
  }
}
