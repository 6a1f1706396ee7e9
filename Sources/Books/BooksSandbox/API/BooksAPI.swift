import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import Logging
import SandboxKit
import ServiceBasics

/// Answers requests of the API from the books.
struct BooksAPI: ProviderAPI {
  let books: EmbeddedBooks
  let oauth: OAuthServer
  let logger: Logger
  private let counter: CallCounter

  init(books: EmbeddedBooks, oauth: OAuthServer, clock: SandboxClock, logger: Logger) {
    self.books = books
    self.oauth = oauth
    self.logger = logger
    counter = CallCounter(by: clock)
  }

  /// What a request's head says, once it was found in order.
  enum Admission: Sendable {
    /// It is about access.
    case oauth(OAuthServer.Operation)
    /// It is about the books, and a user's.
    case books(FreeAgent.Method, [String], FreeAgent.Identifier<FreeAgent.User>)
  }

  /// Looks at a request before its body is read: what it must say, whose it is, how often they have
  /// called, and whether there is such a thing.
  func admit(_ head: IncomingHead) -> Admitted<Admission> {
    switch oauth.admit(head) {
    case .admitted(let operation, let limit):
      return .admitted(.oauth(operation), bodyLimit: limit)
    case .refused(let reply): return .refused(reply)
    case nil: break
    }
    do {
      return try admitToBooks(head)
    } catch {
      return .refused(fault(error, head))
    }
  }

  private func admitToBooks(_ head: IncomingHead) throws -> Admitted<Admission> {
    let path = head.target.segments.map { PercentEncoding.decoded($0) ?? String($0) }
    if ["GET", "HEAD"].contains(head.method), let file = try file(at: path, head) {
      return .refused(file)
    }
    if let problem = HeadRules.problem(of: head) { return .refused(problem) }
    guard let user = try user(of: head) else {
      return .refused(.refusal(401, "Access token not recognised"))
    }
    let limits = BooksLimits.isTest(head) ? [BooksLimits.test] : BooksLimits.calls
    if let limit = counter.exceeded(by: user.description, limits) {
      return .refused(BooksLimits.reply(limit))
    }
    // Heads are asked for as reads are.
    let name = head.method == "HEAD" ? "GET" : head.method
    switch books.admits(method: name, path: path) {
    case .refused(let reply): return .refused(WrittenReply(reply))
    case .admitted(let limit):
      guard let method = FreeAgent.Method(rawValue: name) else {
        return .refused(.refusal(404, "Resource not found"))
      }
      return .admitted(.books(method, path, user), bodyLimit: limit)
    }
  }

  /// A file that is attached to something; its address, which is short-lived, is all that is asked for.
  private func file(at path: [String], _ head: IncomingHead) throws -> WrittenReply? {
    let query = FormItem.items(in: head.target.query)
    return try books.file(at: path, query: query).map { file in
      var reply = WrittenReply(status: 200, contentType: file.contentType, body: file.bytes)
      reply.headers["Content-Disposition"] =
        "attachment; filename*=UTF-8''\(PercentEncoding.encoded(file.name))"
      reply.headers["X-Content-Type-Options"] = "nosniff"
      return reply
    }
  }

  private func user(
    of head: IncomingHead
  ) throws -> FreeAgent.Identifier<FreeAgent.User>? {
    guard case .token(let token) = BearerHeader(head.authorization),
      case .person(let person) = try oauth.bearer(token)
    else { return nil }
    return FreeAgent.Identifier(person)
  }

  /// Answers a request that was admitted.
  func reply(to call: IncomingCall, _ admission: Admission) async -> WrittenReply {
    switch admission {
    case .oauth(let operation):
      do {
        return try await oauth.reply(to: call, operation)
      } catch {
        return fault(error, call.head)
      }
    case .books(let method, let path, let user):
      let request = BooksRequest(
        method, path, query: FormItem.items(in: call.head.target.query),
        body: call.body, contentType: call.head.headers["Content-Type"], user: user,
        address: call.head.host.map { "http://\($0)" } ?? EmbeddedBooks.usualAddress)
      return WrittenReply(await books.reply(to: request))
    }
  }

  func refusal(_ code: String, status: Int) -> WrittenReply {
    status == 429 ? BooksLimits.reply(BooksLimits.calls[0]) : .refusal(status, code)
  }

  func failure(_ status: Int) -> WrittenReply { WrittenReply(FreeAgent.Failure(status: status)) }

  private func fault(_ error: any Error, _ head: IncomingHead) -> WrittenReply {
    logger.error("\(head.method) \(head.target.path) failed: \(error)")
    return failure(500)
  }
}
