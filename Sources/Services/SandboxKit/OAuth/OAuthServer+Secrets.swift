import ServiceBasics
import Synchronization

/// What the controls take and tell of secrets, as JSON.
private enum Control {
  struct Secrets: Encodable {
    var program: String
    /// The oldest first.
    var secrets: [String]
  }

  struct Wish: Codable {
    var program: String?
  }

  struct Selection: Codable {
    var program: String?
    var secret: String
  }
}

extension OAuthServer {
  /// How many secrets of a program are good at once: two, so that one can take the other's place while both are
  /// in use.
  static let mostSecrets = 2

  /// The secrets of a program that are good now, the oldest first; empty if there is no such program.
  public func secrets(of program: String) -> [String] {
    goodSecrets.withLock { $0[program] ?? [] }
  }

  /// Tells, adds and revokes secrets.
  ///
  /// - Parameters:
  ///   - call: a request to the controls.
  ///   - path: what follows `secrets` in its path.
  /// - Returns: the answer; nil if there is no such control.
  /// - Throws: a ``ControlProblem``; what keeping the secrets throws, and then none has changed.
  func secretsReply(to call: IncomingCall, _ path: String) throws -> WrittenReply? {
    switch (call.head.method, path) {
    case ("GET", ""): try told(named(nil))
    case ("POST", ""):
      try changed(named(call.body.isEmpty ? nil : call.control(Control.Wish.self).program)) {
        secrets in
        guard secrets.count < Self.mostSecrets else {
          throw ControlProblem(
            "the program has \(Self.mostSecrets) secrets already; revoke one first", status: 409)
        }
        secrets.append(RandomSecret.make())
      }
    case ("POST", "revoke"): try revoked(try call.control(Control.Selection.self))
    default: nil
    }
  }

  private func revoked(_ selection: Control.Selection) throws -> WrittenReply {
    try changed(named(selection.program)) { secrets in
      guard let place = secrets.firstIndex(of: selection.secret) else {
        throw ControlProblem("the program has no such secret")
      }
      guard secrets.count > 1 else {
        throw ControlProblem("it is the program's only secret; add another first", status: 409)
      }
      secrets.remove(at: place)
    }
  }

  /// The id of a program of that id, or of the first one.
  private func named(_ program: String?) throws -> String {
    guard let id = program ?? settings.programs.first?.id,
      settings.programs.contains(where: { $0.id == id })
    else { throw ControlProblem("there is no program \"\(program ?? "")\"") }
    return id
  }

  private func changed(
    _ program: String, by change: (inout [String]) throws -> Void
  ) throws -> WrittenReply {
    try goodSecrets.withLock { all in
      var secrets = all[program] ?? []
      try change(&secrets)
      try settings.keepSecrets(secrets, program)
      all[program] = secrets
    }
    return try told(program)
  }

  private func told(_ program: String) throws -> WrittenReply {
    try WrittenReply(json: Control.Secrets(program: program, secrets: secrets(of: program)))
  }
}
