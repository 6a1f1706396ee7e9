import GRDB
import ServiceBasics

/// What a sandbox knows of log-ins, within one transaction.
struct OAuthBook {
  /// A log-in, and which generation of its tokens was named.
  struct Named: Sendable, Hashable {
    let logIn: Int64
    let program: String
    let person: String
    let generation: Int
    let current: Int
    let isUsed: Bool
    let isRevoked: Bool
    let ends: Timestamp
  }

  /// Tokens that were given; only their digests are kept.
  struct Pair: Sendable, Hashable {
    let access: String
    let refresh: String
  }

  /// What a code was given for.
  struct Code: Sendable, Hashable {
    let program: String
    let person: String
    let redirect: String
    let challenge: String?
    let ends: Timestamp
    let logIn: Int64?
  }

  let db: Database
  let now: Timestamp

  /// A day, in milliseconds: for so long what has ended is kept.
  private static let day: Int64 = 86_400_000

  /// How many log-ins of a person with a program are kept.
  static let mostLogIns = 100

  func addCode(_ code: Code, secret: String) throws {
    try db.execute(
      sql: "DELETE FROM code WHERE ends < ?", arguments: [now.milliseconds - Self.day])
    try db.execute(
      sql: """
        INSERT INTO code (digest, program, person, redirect, challenge, ends)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        TokenDigest.hex(secret), code.program, code.person, code.redirect, code.challenge,
        code.ends.milliseconds,
      ])
  }

  func code(_ secret: String) throws -> Code? {
    try Row.fetchOne(
      db, sql: "SELECT * FROM code WHERE digest = ?", arguments: [TokenDigest.hex(secret)]
    ).map { row in
      Code(
        program: row["program"], person: row["person"], redirect: row["redirect"],
        challenge: row["challenge"], ends: Timestamp(milliseconds: row["ends"]),
        logIn: row["log_in"])
    }
  }

  func noteUse(ofCode secret: String, for logIn: Int64) throws {
    try db.execute(
      sql: "UPDATE code SET log_in = ? WHERE digest = ?",
      arguments: [logIn, TokenDigest.hex(secret)])
  }

  /// Begins a log-in, without tokens yet.
  ///
  /// Log-ins that can no longer be used are deleted, and so are the oldest if the person has too many.
  func addLogIn(program: String, person: String) throws -> Int64 {
    try db.execute(
      sql: """
        DELETE FROM log_in
        WHERE revoked < :end OR NOT EXISTS (
          SELECT 1 FROM token WHERE token.log_in = log_in.id AND token.ends >= :end)
        """, arguments: ["end": now.milliseconds - Self.day])
    try db.execute(
      sql: """
        DELETE FROM log_in WHERE id IN (
          SELECT id FROM log_in WHERE program = ? AND person = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
        """, arguments: [program, person, Self.mostLogIns - 1])
    try db.execute(
      sql: """
        INSERT INTO log_in (program, person, made, generation, is_used) VALUES (?, ?, ?, 0, 1)
        """, arguments: [program, person, now.milliseconds])
    return db.lastInsertedRowID
  }

  /// Adds tokens of a generation, in place of those of that generation, and drops all that are older
  /// than the one before it.
  func addTokens(
    _ pair: Pair, of logIn: Int64, generation: Int, accessSeconds: Int, refreshSeconds: Int
  ) throws {
    try db.execute(
      sql: "DELETE FROM token WHERE log_in = ? AND generation <> ?",
      arguments: [logIn, generation - 1])
    for (kind, token, seconds) in [
      ("access", pair.access, accessSeconds), ("refresh", pair.refresh, refreshSeconds),
    ] {
      try db.execute(
        sql: "INSERT INTO token (digest, log_in, kind, generation, ends) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          TokenDigest.hex(token), logIn, kind, generation,
          now.milliseconds + Int64(seconds) * 1000,
        ])
    }
    try db.execute(
      sql: "UPDATE log_in SET generation = ?, is_used = 0 WHERE id = ?",
      arguments: [generation, logIn])
  }

  /// The log-in of a token; nil if there is no such token.
  func named(_ token: String, kind: String) throws -> Named? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT log_in.*, token.generation AS named, token.ends AS ends
        FROM token JOIN log_in ON log_in.id = token.log_in
        WHERE token.digest = ? AND token.kind = ?
        """, arguments: [TokenDigest.hex(token), kind]
    ).map { row in
      Named(
        logIn: row["id"], program: row["program"], person: row["person"],
        generation: row["named"], current: row["generation"], isUsed: row["is_used"],
        isRevoked: row["revoked"] != nil, ends: Timestamp(milliseconds: row["ends"]))
    }
  }

  /// Notes that the current tokens have come into use: those before them end.
  func noteUse(of named: Named) throws {
    try db.execute(sql: "UPDATE log_in SET is_used = 1 WHERE id = ?", arguments: [named.logIn])
    try db.execute(
      sql: "DELETE FROM token WHERE log_in = ? AND generation < ?",
      arguments: [named.logIn, named.current])
  }

  func revoke(_ logIn: Int64) throws {
    try db.execute(
      sql: "UPDATE log_in SET revoked = ? WHERE id = ? AND revoked IS NULL",
      arguments: [now.milliseconds, logIn])
  }
}

extension OAuthBook.Named {
  /// Whether the token may be used: the log-in goes on, and the token has not ended.
  func isGood(at now: Timestamp) -> Bool { !isRevoked && now < ends }
}
