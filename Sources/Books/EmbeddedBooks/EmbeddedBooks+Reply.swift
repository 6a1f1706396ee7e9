import FoundationEssentials
public import FreeAgentAPI
import GRDB
import ServiceBasics

/// What is known of a request by its head alone.
public enum BooksAdmission: Sendable {
  /// It may go on; a body may have so many bytes, 0 if none is read.
  case admitted(bodyLimit: Int)
  /// It is refused: there is no such path, or the path has no such verb.
  case refused(BooksReply)
}

extension EmbeddedBooks {
  /// Looks at a request before its body is read.
  ///
  /// - Parameters:
  ///   - method: the verb, whichever it is.
  ///   - path: the segments of the path, from `v2` on, decoded.
  /// - Returns: whether it may go on.
  public func admits(method: String, path: [String]) -> BooksAdmission {
    guard let found = Operations.find(FreeAgent.Method(rawValue: method), path) else {
      return .refused(BooksReply(.notFound))
    }
    return .admitted(bodyLimit: found.operation.bodyLimit)
  }

  /// Answers a request; never throws, as a refusal is an answer in the API's shapes.
  ///
  /// - Parameter request: the request.
  /// - Returns: the answer.
  public func reply(to request: BooksRequest) async -> BooksReply {
    guard let (operation, values) = Operations.find(request.method, request.path) else {
      return BooksReply(.notFound)
    }
    return await reply(to: request, operation, values)
  }

  private func reply(
    to request: BooksRequest, _ operation: Operation, _ values: [Substring: String]
  ) async -> BooksReply {
    do {
      guard request.body.count <= operation.bodyLimit || operation.bodyLimit == 0 else {
        throw FreeAgent.Failure.tooLarge
      }
      let content = Call.Content(bytes: request.body, type: request.contentType)
      let body = Call.body(content)
      let work: @Sendable (Ledger) throws -> BooksReply = { ledger in
        let user = try ledger.caller(request.user, needing: operation.level)
        let call = Call(
          user: user, values: values, query: request.query, body: body, content: content,
          url: ledger.base + request.path.dropFirst().map { "/\($0)" }.joined())
        return try operation.work(call, ledger)
      }
      return try await perform(operation, at: request.address, work)
    } catch let failure as FreeAgent.Failure {
      return BooksReply(failure)
    } catch {
      return .fault(status: (error as? DatabaseError)?.resultCode == .SQLITE_BUSY ? 503 : 500)
    }
  }

  /// Does the work of an operation in one transaction.
  ///
  /// Lines of statements that are due are imported in it first if the operation uses bank transactions; a
  /// read becomes a write if there are any.
  private func perform(
    _ operation: Operation, at address: String,
    _ work: @escaping @Sendable (Ledger) throws -> BooksReply
  ) async throws -> BooksReply {
    let needsImport = operation.level >= .banking
    if !operation.writes {
      let reply = try await perform(writing: false, at: address) { ledger -> BooksReply? in
        try needsImport && ledger.hasDueLines() ? nil : work(ledger)
      }
      if let reply { return reply }
    }
    return try await perform(writing: true, at: address) { ledger in
      if needsImport { try ledger.importDueLines() }
      return try work(ledger)
    }
  }

  /// The users, hidden ones left out, in the order of their ids.
  ///
  /// - Throws: what SQLite throws.
  public func users() throws -> [BooksUser] { try read { try $0.users() } }

  /// A user; nil if there is none with this id, or the user is hidden.
  ///
  /// - Throws: what SQLite throws.
  public func user(_ id: FreeAgent.Identifier<FreeAgent.User>) throws -> BooksUser? {
    try users().first { $0.id == id }
  }
}
