public import FreeAgentAPI

/// A file that is attached to something in the books.
public struct BookReceipt: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<FreeAgent.Attachment>
  /// Its name; `receipt` if the service does not say.
  public let name: String
}

extension BookReceipt {
  /// Reads what the service says of an attachment; nil if there is none.
  init?(_ attachment: FreeAgent.Attachment?) {
    guard let attachment, let id = BookID(attachment.url) else { return nil }
    self.id = id
    name = attachment.fileName.flatMap { $0.isEmpty ? nil : $0 } ?? "receipt"
  }
}
