import Bank
import EmbeddedBank
import Logging
import SandboxKit
import StarlingAPI

/// Answers requests of the API from the bank's books.
struct APIService: ProviderAPI {
  let bank: EmbeddedBank
  let lag: FeedLag
  let logger: Logger

  /// What a request's head says, once it was found in order.
  struct Admission: Sendable {
    let operation: Operation
    fileprivate let values: [Substring: String]
    fileprivate let digest: String
  }

  /// Looks at a request before its body is read: its path and verb, and for one that writes its token.
  ///
  /// A read has no body; its token is looked at together with what it reads.
  func admit(_ head: IncomingHead) -> Admitted<Admission> {
    do {
      let (operation, values) = try APIOperations.find(
        method: head.method, segments: head.target.segments)
      let digest = TokenDigest.hex(try token(of: head))
      if operation.writes {
        // Tokens that the bank does not know never hold up those who write.
        _ = try bank.read { ledger in
          try Self.kept { try operation.grant(of: digest, in: ledger) }
        }.get()
      }
      let admission = Admission(operation: operation, values: values, digest: digest)
      return .admitted(admission, bodyLimit: operation.bodyLimit)
    } catch {
      return .refused(WrittenReply(.problem(problem(error, head))))
    }
  }

  private func token(of head: IncomingHead) throws(RequestProblem) -> String {
    switch BearerHeader(head.authorization) {
    case .token(let token): return token
    case .missing: throw .unauthorized(.missingToken)
    case .other: throw .unauthorized(.unknownToken)
    }
  }

  /// Answers a request that was admitted.
  func reply(to call: IncomingCall, _ admission: Admission) async -> WrittenReply {
    do {
      return WrittenReply(try await answer(call, admission))
    } catch {
      return WrittenReply(.problem(problem(error, call.head)))
    }
  }

  func refusal(_ code: String, status: Int) -> WrittenReply {
    WrittenReply(.problem(.refused(Starling.ErrorCode(rawValue: code), status: status)))
  }

  /// A problem of the bank's file is an empty 500, or 503 if another process holds it.
  private func problem(_ error: any Error, _ head: IncomingHead) -> RequestProblem {
    switch error {
    case let problem as RequestProblem: return problem
    case let error as BankError where error.code == .unknownAccount:
      return .refused(.unknownAccount, status: 404)
    default:
      logger.error("\(head.method) \(head.target.path) failed: \(error)")
      let isBusy = (error as? BankError)?.code == .inUse
      return RequestProblem(status: isBusy ? 503 : 500, body: nil)
    }
  }

  private func answer(_ incoming: IncomingCall, _ admission: Admission) async throws -> Reply {
    let operation = admission.operation
    // One transaction reads the token and the answer; only writers go to the one that writes.
    let work: @Sendable (Ledger) throws -> Reply = { ledger in
      let grant = try operation.grant(of: admission.digest, in: ledger)
      let call = Call(
        grant: grant, time: ledger.now, lag: lag, target: incoming.head.target,
        values: admission.values, data: incoming.body)
      return try operation.work(call, ledger)
    }
    guard operation.writes else {
      return try bank.read { ledger in try Self.kept { try work(ledger) } }.get()
    }
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
