import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import Synchronization

/// Books on this computer as a service for the sample company’s owner.
///
/// They are opened when they are first asked for something, so that the first prompt need not wait for
/// them, and again after they could not be.
final class EmbeddedService: FreeAgent.Service {
  let root = FreeAgent.Root.production

  private let open: @Sendable () throws -> EmbeddedBooks
  private let opened = Mutex<EmbeddedBooks?>(nil)

  init(_ open: @escaping @Sendable () throws -> EmbeddedBooks) { self.open = open }

  func answer<Request: FreeAgent.Endpoint>(
    _ request: Request
  ) async throws -> FreeAgent.Reply<Request.Answer> {
    try await asking { books in
      let (answer, links) = try await books.send(
        request, as: SampleCompany.owner, at: root.origin)
      return FreeAgent.Reply(answer, links: links)
    }
  }

  func contents(at source: String) async throws -> Data {
    try await asking { try $0.contents(at: source) }
  }

  /// Asks the books; what goes wrong is told as at a service that is reached by its address.
  private func asking<Answer>(
    _ ask: (EmbeddedBooks) async throws -> Answer
  ) async throws -> Answer {
    do {
      return try await ask(try books())
    } catch let failure as FreeAgent.Failure {
      throw FreeAgent.CallProblem.refused(failure)
    } catch let error as DatabaseFileError {
      throw FreeAgent.CallProblem.file(path: error.path, cause: error.reason)
    } catch let error as DecodingError {
      throw FreeAgent.CallProblem.unreadable(.replyUnexpected(error))
    }
  }

  private func books() throws -> EmbeddedBooks {
    try opened.withLock { opened in
      if let opened { return opened }
      let books = try open()
      try SampleCompany.seed(into: books)
      opened = books
      return books
    }
  }
}
