import FoundationEssentials
public import FreeAgentAPI

extension EmbeddedBooks {
  /// Sends a request of the API to the books in this process: encoded, answered, decoded.
  ///
  /// - Parameters:
  ///   - endpoint: the request.
  ///   - user: who asks.
  ///   - address: what addresses in the answer begin with.
  /// - Returns: the answer, and how a list goes on.
  /// - Throws: a `FreeAgent.Failure` if it is refused, a `DecodingError` if the answer cannot be read, a
  ///   `DatabaseFileError` if the file was moved, removed or replaced.
  public func send<Endpoint: FreeAgent.Endpoint>(
    _ endpoint: Endpoint, as user: FreeAgent.Identifier<FreeAgent.User>,
    at address: String = usualAddress
  ) async throws -> (answer: Endpoint.Answer, links: FreeAgent.PageLinks) {
    try checkFile()
    let reply = await reply(
      to: BooksRequest(
        Endpoint.method, endpoint.path, query: endpoint.query,
        body: try endpoint.bodyData() ?? Data(), user: user, address: address))
    guard reply.isSuccess else {
      throw FreeAgent.Failure(status: reply.status, retryAfter: nil, body: reply.body)
    }
    return (try Endpoint.answer(from: reply.body), reply.links ?? FreeAgent.PageLinks())
  }
}
