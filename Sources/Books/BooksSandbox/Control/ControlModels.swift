import EmbeddedBooks
import ServiceBasics

/// What the controls take and tell, as JSON.
enum Control {
  struct Differences: Encodable {
    let differences: [String]
  }

  struct Outbox: Encodable {
    let emails: [Email]
  }

  struct Email: Encodable {
    let document: String?
    let sender: String
    let recipient: String
    let copiesSender: Bool
    let subject: String
    let body: String
    let fileNames: [String]
    let sentAt: Timestamp

    init(_ email: BooksEmail) {
      document = email.document
      sender = email.sender
      recipient = email.recipient
      copiesSender = email.copiesSender
      subject = email.subject
      body = email.body
      fileNames = email.fileNames
      sentAt = email.sentAt
    }
  }

  struct Sender: Codable {
    /// The user's id.
    let user: String
    /// Whether documents can be sent from the user's address.
    let isVerified: Bool
  }

  struct StatementDelay: Codable {
    /// How long the lines of a statement take to become transactions, by the service's clock.
    let delaySeconds: Double
  }
}
