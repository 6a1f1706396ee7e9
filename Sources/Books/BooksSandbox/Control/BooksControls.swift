import EmbeddedBooks
import SandboxKit

/// What happens to the books from outside the API.
struct BooksControls: ProviderControls {
  let books: EmbeddedBooks
  let oauth: OAuthServer

  func reply(to call: IncomingCall) async throws -> WrittenReply? {
    if let reply = try await oauth.controlReply(to: call) { return reply }
    let path = call.head.target.segments.dropFirst().joined(separator: "/")
    switch (call.head.method, path) {
    case ("GET", "audit"):
      return try WrittenReply(json: ["differences": try books.audit().map(\.description)])
    default: return nil
    }
  }
}
