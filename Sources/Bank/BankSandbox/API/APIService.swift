import Bank
import Logging
import StarlingAPI

/// Answers requests of the API from the bank's books.
struct APIService: Sendable {
  let bank: EmbeddedBank
  let logger: Logger

  /// Answers whatever comes; a trouble of the bank's file is an empty 500, or 503 where it is held.
  func reply(to call: IncomingCall) async -> Reply {
    do {
      return try await answer(call)
    } catch let problem as RequestProblem {
      return .problem(problem)
    } catch let error as BankError where error.code == .unknownAccount {
      return .problem(.refused(.unknownAccount, status: 404))
    } catch {
      logger.error("\(call.method) \(call.target.path) failed: \(error)")
      let isBusy = (error as? BankError)?.code == .unavailable
      return .problem(RequestProblem(status: isBusy ? 503 : 500, body: nil))
    }
  }

  private func answer(_ incoming: IncomingCall) async throws -> Reply {
    let (operation, values) = try APIOperations.find(
      method: incoming.method, segments: incoming.target.segments)
    let token = try AuthorizationHeader.token(in: incoming.authorization)
    let digest = TokenDigest.hex(token)
    // One transaction reads the token and the answer; only writers go to the one that writes.
    let work: @Sendable (Ledger) throws -> Reply = { ledger in
      let grant = try operation.grant(of: digest, in: ledger)
      let call = Call(
        grant: grant, time: ledger.now, target: incoming.target, values: values,
        data: incoming.body)
      return try operation.work(call, ledger)
    }
    guard operation.writes else {
      return try bank.read { ledger in try Self.kept { try work(ledger) } }.get()
    }
    // Whom the bank does not know never holds up those who write.
    _ = try bank.read { ledger in try Self.kept { try operation.grant(of: digest, in: ledger) } }
      .get()
    return try await bank.writeBehind { ledger in try Self.kept { try work(ledger) } }.get()
  }

  /// Lets a problem of the request through the transaction as a value; it throws before it writes.
  private static func kept<Value>(
    _ body: () throws -> Value
  ) throws -> Result<Value, RequestProblem> {
    do {
      return .success(try body())
    } catch let problem as RequestProblem {
      return .failure(problem)
    }
  }
}

extension Operation {
  /// The grant of a token that allows this.
  fileprivate func grant(of digest: String, in ledger: Ledger) throws -> AccessGrant {
    guard let grant = try ledger.accessGrant(digest: digest), grant.isValid(at: ledger.now) else {
      throw RequestProblem.unauthorized(.unknownToken)
    }
    guard scopes.isEmpty || scopes.contains(where: { grant.scopes.contains($0.rawValue) }) else {
      throw RequestProblem.unauthorized(
        .insufficientScope(
          required: scopes, granted: grant.scopes.map(Starling.Scope.init(rawValue:))))
    }
    return grant
  }
}
