import GRDB
import ServiceBasics
import Synchronization

/// What the controls take and tell of log-ins, as JSON.
private enum Control {
  struct LogIns: Encodable {
    var logIns: [LogIn]
  }

  struct LogIn: Encodable {
    var id: Int64
    var person: String
    var program: String
    var made: Timestamp
    var generation: Int
    /// Whether the current tokens have come into use.
    var isUsed: Bool
    var accessEnds: Timestamp?
    var refreshEnds: Timestamp?
    var revoked: Timestamp?
  }

  struct Selection: Codable {
    var person: String?
    /// Both kinds if nothing is said.
    var kind: String?
  }

  struct Lifetimes: Codable {
    var accessSeconds: Int?
    var refreshSeconds: Int?
  }

  struct Wish: Codable {
    var person: String
    var program: String?
  }
}

extension OAuthServer {
  /// The controls of log-ins, under `/control/tokens`, and of programs' secrets, under `/control/secrets`.
  ///
  /// - Parameter call: a request to the controls.
  /// - Returns: the answer; nil if it is for another control.
  /// - Throws: a ``ControlProblem``.
  public func controlReply(to call: IncomingCall) async throws -> WrittenReply? {
    let path = call.head.target.segments.dropFirst()
    if path.first == "secrets" {
      return try secretsReply(to: call, path.dropFirst().joined(separator: "/"))
    }
    guard path.first == "tokens" else { return nil }
    switch (call.head.method, path.dropFirst().joined(separator: "/")) {
    case ("GET", ""): break
    case ("PUT", ""): return try setLifetimes(try call.control(Control.Lifetimes.self))
    case ("POST", ""):
      let wish = try call.control(Control.Wish.self)
      guard try await people().contains(where: { $0.id == wish.person }) else {
        throw ControlProblem("there is no person \"\(wish.person)\"")
      }
      guard let program = wish.program ?? settings.programs.first?.id else {
        throw ControlProblem("there is no program")
      }
      let pair = try await queue.write { [self] db in
        try newLogIn(of: wish.person, with: program, db)
      }
      return try WrittenReply(json: ["access": pair.access, "refresh": pair.refresh])
    case ("POST", "expire"):
      try await expire(call.body.isEmpty ? nil : call.control(Control.Selection.self))
    case ("POST", "revoke"):
      try await revoke(call.body.isEmpty ? nil : call.control(Control.Selection.self))
    default: return nil
    }
    return try WrittenReply(json: try await logIns())
  }

  private func setLifetimes(_ setting: Control.Lifetimes) throws -> WrittenReply {
    for seconds in [setting.accessSeconds, setting.refreshSeconds] {
      guard (1...1_000_000_000).contains(seconds ?? 1) else {
        throw ControlProblem("seconds are between 1 and 1000000000")
      }
    }
    let (access, refresh) = lifetimes.withLock { now in
      now = (setting.accessSeconds ?? now.access, setting.refreshSeconds ?? now.refresh)
      return now
    }
    return try WrittenReply(
      json: Control.Lifetimes(accessSeconds: access, refreshSeconds: refresh))
  }

  private func expire(_ selection: Control.Selection?) async throws {
    if let kind = selection?.kind, !["access", "refresh"].contains(kind) {
      throw ControlProblem("kind is access or refresh")
    }
    let now = clock.now.milliseconds
    try await queue.write { db in
      try db.execute(
        sql: """
          UPDATE token SET ends = min(ends, :now)
          WHERE (:kind IS NULL OR kind = :kind)
            AND (:person IS NULL OR log_in IN (SELECT id FROM log_in WHERE person = :person))
          """,
        arguments: ["now": now, "kind": selection?.kind, "person": selection?.person])
    }
  }

  private func revoke(_ selection: Control.Selection?) async throws {
    let now = clock.now.milliseconds
    try await queue.write { db in
      try db.execute(
        sql: """
          UPDATE log_in SET revoked = :now
          WHERE revoked IS NULL AND (:person IS NULL OR person = :person)
          """, arguments: ["now": now, "person": selection?.person])
    }
  }

  private func logIns() async throws -> Control.LogIns {
    try await queue.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT log_in.*,
            (SELECT ends FROM token WHERE log_in = log_in.id AND kind = 'access'
              AND token.generation = log_in.generation) AS access_ends,
            (SELECT ends FROM token WHERE log_in = log_in.id AND kind = 'refresh'
              AND token.generation = log_in.generation) AS refresh_ends
          FROM log_in ORDER BY id
          """)
      func time(_ value: Int64?) -> Timestamp? { value.map { Timestamp(milliseconds: $0) } }
      return Control.LogIns(
        logIns: rows.map { row in
          Control.LogIn(
            id: row["id"], person: row["person"], program: row["program"],
            made: Timestamp(milliseconds: row["made"]), generation: row["generation"],
            isUsed: row["is_used"], accessEnds: time(row["access_ends"]),
            refreshEnds: time(row["refresh_ends"]), revoked: time(row["revoked"]))
        })
    }
  }
}
