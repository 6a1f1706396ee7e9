public import FreeAgentAPI
public import ServiceBasics

/// An e-mail that would have been sent.
public struct BooksEmail: Sendable, Hashable {
  /// The document that it is about, such as `/v2/invoices/3`; nil if that was deleted.
  public let document: String?
  /// Who sent it, such as `Ada Example <ada@example.com>`.
  public let sender: String
  /// To whom; several addresses with commas between them.
  public let recipient: String
  /// Whether the sender gets a copy.
  public let copiesSender: Bool
  /// What it is about.
  public let subject: String
  /// What it says.
  public let body: String
  /// The names of the files that were attached, the document's own first.
  public let fileNames: [String]
  /// When it was sent.
  public let sentAt: Timestamp
}

extension EmbeddedBooks {
  /// The e-mails that would have been sent, the oldest first.
  ///
  /// - Throws: what SQLite throws.
  public func outbox() throws -> [BooksEmail] { try read { try $0.outbox() } }

  /// Says whether a user has verified the e-mail address; the API has no request for it.
  ///
  /// - Parameters:
  ///   - isVerified: whether documents can be sent from the address.
  ///   - user: the user.
  /// - Throws: a `FreeAgent.Failure` if there is no such user, or what SQLite throws.
  public func setVerified(
    _ isVerified: Bool, for user: FreeAgent.Identifier<FreeAgent.User>
  ) throws {
    try write { try $0.setVerified(isVerified, for: user) }
  }
}

extension Ledger {
  /// Says whether a user has verified the e-mail address.
  package func setVerified(
    _ isVerified: Bool, for user: FreeAgent.Identifier<FreeAgent.User>
  ) throws {
    guard let id = Int64(user.description), try has(.user, id) else {
      throw FreeAgent.Failure.notFound
    }
    try update(.user, id, ["isVerified": isVerified])
  }
}
