import BooksClient
import Flowline
import ServiceBasics
import ServiceSteps

/// E-mails a document: what is sent is what was shown before, and it is sent once.
struct EmailFlow: BooksFlow {
  static let texts = EmailDocumentFlow.texts
  let id: FlowID = "email"
  let access: BooksAccess
  let kind: OutgoingDocument.Kind
  let document: String

  func words(for email: SentEmail) -> Text? { email.words }

  func run(_ context: FlowContext) async throws -> SentEmail {
    let books = context.at(access)
    var material = try await material(books)
    if !material.facts.document.isUsuallySent {
      try await context.confirm("unusual", with: ["status": material.facts.document.statusText])
    }
    var email = try await context.run(EmailForm(material).form)
    while true {
      switch try await context.run(review(email, material)) {
      case .send:
        if let sent = try await send(email, material.facts.document, books) { return sent }
        material = try await self.material(books)
      case .change: break
      case .leave:
        guard email != material.begun else { throw FlowCancelled(.declined) }
        if try await context.run(ConfirmScreen("discard", default: false)) {
          throw FlowCancelled(.declined)
        }
        continue
      }
      email = try await context.run(EmailForm(material, before: email).form)
    }
  }

  // MARK: - Before

  /// Reads what an e-mail begins as, at once but for the file; template, senders and file may fail by
  /// themselves.
  private func material(_ books: BooksContext) async throws -> EmailMaterial {
    let files = books.flow.files
    let readings = try await books.read("material") { [kind, document] keeper in
      async let facts = keeper.emailFacts(about: kind, document)
      async let template = BooksReply.of { try await keeper.emailTemplate(for: kind, document) }
      async let senders = BooksReply.of { try await keeper.verifiedSenders() }
      let title = try await facts.document.title
      // Read after the document, which is compared before anything is sent: so the file that is
      // shown is never older than what is sent.
      let pdf = try await BooksReply.of { try await keeper.pdf(of: kind, document) }
      return try await EmailReadings(
        facts: facts, template: template, senders: senders,
        pdf: files.keep(pdf, named: "\(title).pdf"))
    }
    var verified = try await books.answer(readings.senders, orReading: "senders") {
      try await $0.verifiedSenders()
    }
    while verified.isEmpty {
      let choice = ChoiceScreen(
        "no-senders", options: [Option("again", true), Option("leave", false)], default: "again")
      guard try await books.flow.run(choice) else { throw FlowCancelled(.declined) }
      verified = try await books.read("senders") { try await $0.verifiedSenders() }
    }
    return EmailMaterial(
      facts: readings.facts, template: readings.template.answer, senders: verified,
      pdf: readings.pdf?.answer)
  }

  // MARK: - Preview

  /// What is to be done with what was written.
  private enum Review: String, Sendable, Encodable {
    case send, change, leave
  }

  private func review(_ email: EmailContents, _ material: EmailMaterial) -> some Screen<Review> {
    ChoiceScreen(
      "review", options: [Option(.send), Option(.change), Option(.leave)], default: "send"
    ).page {
      Row("from", email.from)
      Row("to", email.to)
      if email.copiesSender { Row("copy", email.from) }
      Row("subject", email.subject)
      Section("text", rows: textRows(of: email))
      Section("files") {
        if let pdf = material.pdf {
          Row("pdf", file: pdf)
        } else {
          Row("no-pdf")
        }
        if email.attachesReceipts { Row("receipts").answers("receipts") }
        email.files.indices.map { index in
          Row(file: email.files[index]).answers(EmailForm.step(ofFile: index + 1))
        }
      }
    }
  }

  /// The text line by line, as it is sent; the first row leads to it.
  private func textRows(of email: EmailContents) -> [Row] {
    guard let first = email.lines.first else { return [Row("no-text").answers("body")] }
    return [Row(Text(verbatim: first)).answers("body")]
      + email.lines.dropFirst().map { Row(Text(verbatim: $0)) }
  }

  // MARK: - Sending

  /// Has it sent; nil if it is to be asked for again, after a page that says why.
  private func send(
    _ email: EmailContents, _ document: OutgoingDocument, _ books: BooksContext
  ) async throws -> SentEmail? {
    let order = email.order(books.makeOrderKey(), document)
    let result = try await books.order("send", of: order, isBooked: true, attaching: email.files) {
      try await $0.email($1, contents: $2)
    }
    switch result {
    case .sent:
      return SentEmail(
        kind: kind, reference: document.reference, from: email.from, to: email.to,
        wasDraft: document.isDraft)
    case .refused(let reasons):
      try await books.showRefusal(reasons)
    case .changed(let now):
      try await books.flow.show("changed", with: ["document": now.name, "status": now.statusText])
    case .gone:
      try await books.flow.leave(after: "gone")
    }
    return nil
  }
}
