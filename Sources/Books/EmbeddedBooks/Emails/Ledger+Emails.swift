import Books
import FoundationEssentials
import FreeAgentAPI
import GRDB
import ServiceBasics

extension Ledger {
  /// What an e-mail of a document begins as.
  func emailTemplate<Document: LedgerDocument>(
    for id: Int64, _: Document.Type
  ) throws -> FreeAgent.EmailTemplate {
    let row = try documentRow(id, Document.kind)
    let contact = try contact(row["contact"])
    let company = try company().name ?? ""
    let name = Self.name(ofDocument: row, Document.kind)
    let greeting = contact.firstName.map { "Dear \($0)," } ?? "Hello,"
    let lines = [
      greeting, "Here is \(Document.kind.name.lowercased()) \(Self.reference(row)).",
      try defaultText(Document.kind), "Kind regards,\n\(company)",
    ].compactMap(\.self)
    return FreeAgent.EmailTemplate {
      $0.recipient = contact.billingEmail ?? contact.email
      $0.subject = "\(name) from \(company)"
      $0.body = FreeAgent.EmailTemplateBody {
        $0.text = lines.joined(separator: "\n\n")
        $0.html = lines.map { "<p>\($0.escapedForHTML.replacing("\n", with: "<br>"))</p>" }
          .joined(separator: "\n")
      }
    }
  }

  /// How an e-mail calls a document, such as `Invoice 007`.
  static func name(ofDocument row: Row, _ kind: DocumentKind) -> String {
    "\(kind.name) \(reference(row))"
  }

  /// The reference in one line, as neither a subject nor a file's name has several.
  private static func reference(_ row: Row) -> String {
    String((row["reference"] as String).map { $0.isNewline ? " " : $0 })
  }

  /// Puts an e-mail of a document into the outbox; a draft is sent with it.
  func send<Document: LedgerDocument>(
    _ message: FreeAgent.EmailMessage, of id: Int64, _: Document.Type
  ) throws {
    let row = try documentRow(id, Document.kind)
    let isSent = !["draft", "scheduled"].contains(row["state"] as String)
    if !isSent, Document.kind != .estimate {
      try requireSendable(row, on: row.day("day"))
    }
    var message = message
    if message.useTemplate == true {
      let template = try emailTemplate(for: id, Document.self)
      message.to = message.to ?? template.recipient
      message.subject = message.subject ?? template.subject
      message.body = message.body ?? template.body?.text
      message.from = try message.from ?? verifiedSenders().first
    }
    let sender = try sender(message.from)
    let recipient = try recipient(message.to)
    guard let subject = message.subject, !subject.isEmpty else {
      throw FreeAgent.Failure.blank("subject")
    }
    guard !subject.contains(where: \.isNewline) else {
      throw FreeAgent.Failure.invalid("subject", "is not valid")
    }
    let names =
      ["\(Self.name(ofDocument: row, Document.kind)).pdf"] + (try fileNames(of: message))
    try insert(
      .email,
      [
        "document": id, "sender": sender, "recipient": recipient,
        "copiesSender": message.emailToSender ?? true, "subject": subject,
        "body": message.body ?? "", "fileNames": names.joined(separator: "\n"),
      ])
    if !isSent { try update(.document, id, ["state": "sent"]) }
  }

  /// The sender's name and address; the address must be one of a user who has verified it.
  private func sender(_ text: String?) throws -> String {
    guard let text, !text.isEmpty else { throw FreeAgent.Failure.blank("from") }
    guard let address = EmailAddress(text) else {
      throw FreeAgent.Failure.invalid("from", "is not a valid e-mail address")
    }
    guard
      let sender = try verifiedSenders().first(where: {
        EmailAddress($0)?.isSame(as: address) == true
      })
    else { throw FreeAgent.Failure.invalid("from", "is not a registered e-mail address") }
    return sender
  }

  private func recipient(_ text: String?) throws -> String {
    guard let text, !text.isEmpty else { throw FreeAgent.Failure.blank("to") }
    guard EmailAddress.list(text) != nil else {
      throw FreeAgent.Failure.invalid("to", "is not a valid e-mail address")
    }
    return text
  }

  private func fileNames(of message: FreeAgent.EmailMessage) throws -> [String] {
    try (message.attachments ?? []).map { file in
      guard let name = file.fileName, !name.isEmpty, !name.contains(where: \.isNewline),
        let data = file.data.flatMap({ Data(base64Encoded: $0, options: .ignoreUnknownCharacters) })
      else { throw FreeAgent.Failure.unprocessable("Attachment is not valid") }
      guard data.count <= FileType.largestFile else {
        throw FreeAgent.Failure.unprocessable("Attachment is larger than 5 MB")
      }
      return name
    }
  }

  /// The e-mails that would have been sent, the oldest first.
  package func outbox() throws -> [BooksEmail] {
    try rows(
      """
      SELECT email.*, document.kind FROM email LEFT JOIN document ON document.id = email.document
      ORDER BY email.id
      """
    ).map { row in
      let kind = row["kind"] as String?
      return BooksEmail(
        document: kind.map { "/v2/\($0)s/\(row["document"] as Int64)" }, sender: row["sender"],
        recipient: row["recipient"], copiesSender: row["copiesSender"], subject: row["subject"],
        body: row["body"],
        fileNames: (row["fileNames"] as String).split(separator: "\n").map(String.init),
        sentAt: row.time("createdAt") ?? now)
    }
  }
}
