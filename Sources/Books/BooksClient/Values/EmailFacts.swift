import Books

/// What an e-mail of a document is about.
public struct EmailFacts: Sendable, Hashable, Codable {
  /// The document that is e-mailed.
  public let document: OutgoingDocument
  /// The name of the company that sends it.
  public let company: String
  /// The address of who is logged in.
  public let user: String
  /// The contact’s address: the one for invoices, else the other; nil if it has none.
  public let recipient: String?
}

/// What an e-mail of a document begins as.
public struct EmailTemplate: Sendable, Hashable, Codable {
  /// Who gets it; nil if the template does not say.
  public let recipient: String?
  /// The subject line; nil if the template does not say.
  public let subject: String?
  /// The text; nil if the template does not say.
  public let body: String?
}

extension EmailFacts {
  /// Who gets it unless somebody else is named: whom the template names, or the contact; nil if neither has
  /// an address.
  public func recipient(by template: EmailTemplate?) -> String? {
    if let named = template?.recipient, !named.isEmpty { return named }
    return recipient
  }

  /// The sender unless another is chosen: who is logged in, compared by address, or the first.
  ///
  /// - Parameter senders: the addresses that e-mails may come from.
  /// - Returns: one of them; nil if there is none.
  public func sender(among senders: [String]) -> String? {
    let own = EmailAddress(user)
    return senders.first { sender in
      guard let own, let address = EmailAddress(sender) else { return false }
      return address.isSame(as: own)
    } ?? senders.first
  }
}
