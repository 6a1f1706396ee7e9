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
  /// The subject line, as it was shown.
  public var subject: String
  /// The text, as it was shown.
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
  /// The service refused, for these reasons in its words; empty if it gives none.
  case refused(reasons: [String])
  /// The document is another by now, so that nothing was sent.
  case changed(document: OutgoingDocument)
  /// The document is no longer there.
  case gone
}
