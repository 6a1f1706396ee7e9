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
      let differences = try await books.perform(writing: false) { try $0.audit() }
      return try WrittenReply(
        json: Control.Differences(differences: differences.map(\.description)))
    case ("GET", "outbox"):
      let emails = try await books.perform(writing: false) { try $0.outbox() }
      return try WrittenReply(json: Control.Outbox(emails: emails.map(Control.Email.init)))
    case ("PUT", "senders"):
      let sender = try call.control(Control.Sender.self)
      try await setVerified(sender)
      return try WrittenReply(json: sender)
    case ("PUT", "statements"):
      let setting = try call.control(Control.StatementDelay.self)
      guard (0...86_400).contains(setting.delaySeconds) else {
        throw ControlProblem("delaySeconds is between 0 and 86400")
      }
      try await books.perform(writing: true) {
        try $0.setStatementDelay(.seconds(setting.delaySeconds))
      }
      return try WrittenReply(json: setting)
    default: return nil
    }
  }

  private func setVerified(_ sender: Control.Sender) async throws {
    let isKnown = try await books.perform(writing: true) { ledger in
      guard let user = try ledger.users().first(where: { $0.id.description == sender.user }) else {
        return false
      }
      try ledger.setVerified(sender.isVerified, for: user.id)
      return true
    }
    guard isKnown else { throw ControlProblem("there is no user \"\(sender.user)\"") }
  }
}
