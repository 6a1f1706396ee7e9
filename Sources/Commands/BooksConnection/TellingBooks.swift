import BooksHTTP
import Flowline
import FoundationEssentials
import FreeAgentAPI
import ServiceCalls

/// The texts of waiting for a bookkeeping service, and of the page that a browser shows after a log-in.
let texts = TextCatalog(PackageResources.BooksConnection_xcstrings)

/// Books that tell the load or commit that asks them when they have to be waited for, and how long.
struct TellingBooks: FreeAgent.Service {
  private let books: HTTPBooks

  init(_ books: HTTPBooks) { self.books = books }

  var root: FreeAgent.Root { books.root }

  func answer<Request: FreeAgent.Endpoint>(
    _ request: Request
  ) async throws -> FreeAgent.Reply<Request.Answer> {
    try await HTTPBooks.tellingWaits(to: { EffectProgress.tell($0?.text) }) {
      try await books.answer(request)
    }
  }

  /// A file is asked for once, so that nobody waits for another attempt.
  func contents(at source: String) async throws -> Data { try await books.contents(at: source) }
}

extension CallWait {
  /// Why one waits, and until when the service is asked again.
  fileprivate var text: Text {
    texts("wait.\(reason.word)", secondsLeft, reason.status.map { String($0) } ?? "")
  }
}
