import Books

/// What an e-mail of a document is about.
public struct EmailFacts: Sendable, Hashable, Codable {
  /// The document.
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
  /// The subject.
  public let subject: String?
  /// The text.
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

/// An order to e-mail a document: exactly what was shown before.
public struct EmailOrder: Sendable, Hashable, Codable {
  /// The order’s key: the same order has the same key, however often it is sent.
  public var key: String
  /// The document as it was shown; if it is another by now, nothing is sent.
  public var document: OutgoingDocument
  /// Who sends it.
  public var from: String
  /// Who gets it; several addresses have commas between them.
  public var to: String
  /// The subject.
  public var subject: String
  /// The text.
  public var body: String
  /// Whether the sender gets a copy.
  public var copiesSender: Bool
  /// Whether the receipts of billed expenses go along.
  public var attachesReceipts: Bool
  /// Further files.
  public var files: [OrderFile]

  /// Makes an order.
  public init(
    key: String, document: OutgoingDocument, from: String, to: String, subject: String,
    body: String, copiesSender: Bool, attachesReceipts: Bool = false, files: [OrderFile] = []
  ) {
    self.key = key
    self.document = document
    self.from = from
    self.to = to
    self.subject = subject
    self.body = body
    self.copiesSender = copiesSender
    self.attachesReceipts = attachesReceipts
    self.files = files
  }
}

/// What became of an order to e-mail a document.
public enum EmailResult: Sendable, Hashable, Codable {
  /// It was sent.
  case sent
  /// The service refused, for these reasons in its words.
  case refused(reasons: [String])
  /// The document is another by now, so that nothing was sent.
  case changed(document: OutgoingDocument)
  /// The document is no longer there.
  case gone
}
