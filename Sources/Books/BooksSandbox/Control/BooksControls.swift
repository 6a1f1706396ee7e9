import EmbeddedBooks
import FreeAgentAPI
import SandboxKit

/// What happens to the books from outside the API, and what went out of them.
struct BooksControls: ProviderControls {
  let books: EmbeddedBooks
  let oauth: OAuthServer

  func reply(to call: IncomingCall) async throws -> WrittenReply? {
    if let reply = try await oauth.controlReply(to: call) { return reply }
    let path = call.head.target.segments.dropFirst().joined(separator: "/")
    switch (call.head.method, path) {
    case ("GET", "audit"):
      return try WrittenReply(
        json: Control.Differences(differences: try books.audit().map(\.description)))
    case ("GET", "outbox"):
      return try WrittenReply(
        json: Control.Outbox(emails: try books.outbox().map(Control.Email.init)))
    case ("PUT", "senders"):
      let sender = try call.control(Control.Sender.self)
      guard let user = FreeAgent.Identifier<FreeAgent.User>(sender.user),
        try books.user(user) != nil
      else { throw ControlProblem("there is no user \"\(sender.user)\"") }
      try books.setVerified(sender.isVerified, for: user)
      return try WrittenReply(json: sender)
    case ("PUT", "statements"):
      let setting = try call.control(Control.StatementDelay.self)
      guard (0...86_400).contains(setting.delaySeconds) else {
        throw ControlProblem("delaySeconds is between 0 and 86400")
      }
      try books.setStatementDelay(.seconds(setting.delaySeconds))
      return try WrittenReply(json: setting)
    default: return nil
    }
  }
}
