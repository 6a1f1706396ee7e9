import Books
public import FreeAgentAPI
import ServiceBasics

/// Documents that go out to contacts, and what e-mails of them begin as.
extension Bookkeeper {
  /// A page of the documents of a kind: the drafts first, then the others, the newest first.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - number: which page, from 1; all drafts are on the first one.
  ///   - size: how many others a page has, 1 to 100.
  /// - Throws: a ``BooksError``.
  public func documents(
    _ kind: OutgoingDocument.Kind, page number: Int = 1, size: Int = 25
  ) async throws -> BookPage<OutgoingDocument> {
    func read<Record: FreeAgent.Document>(
      _: Record.Type
    ) async throws -> BookPage<OutgoingDocument> {
      var drafts: [Record] = []
      if number == 1 {
        var filter = Record.Filter()
        filter[FreeAgent.Field("view")] = FreeAgent.InvoiceView.draft
        drafts = try await list(filter, most: 100)
      }
      var filter = Record.Filter()
      filter[FreeAgent.Field("sort")] = "-created_at"
      let page: (elements: [Record], total: Int?) = try await page(
        of: filter, FreeAgent.PageRequest(number, size: size))
      let others = page.elements.compactMap { OutgoingDocument($0, kind) }
      return BookPage(
        drafts.compactMap { OutgoingDocument($0, kind) }.filter(\.isDraft)
          + others.filter { !$0.isDraft },
        of: page.elements.count, number, size: size, total: page.total)
    }
    return try await read(kind.record)
  }

  /// A page of the invoices of a view, the newest first.
  ///
  /// - Parameters:
  ///   - view: which invoices, such as those that are overdue.
  ///   - number: which page, from 1.
  ///   - size: how many a page has, 1 to 100.
  /// - Throws: a ``BooksError``.
  public func invoices(
    _ view: FreeAgent.InvoiceView, page number: Int = 1, size: Int = 25
  ) async throws -> BookPage<OutgoingDocument> {
    let filter = FreeAgent.InvoiceFilter {
      $0.view = view
      $0.sort = FreeAgent.Sort.created.descending
    }
    let page: (elements: [FreeAgent.Invoice], total: Int?) = try await page(
      of: filter, FreeAgent.PageRequest(number, size: size))
    return BookPage(
      page.elements.compactMap { OutgoingDocument($0, .invoice) }, of: page.elements.count, number,
      size: size, total: page.total)
  }

  /// A document as it is now.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if it is no longer there.
  public func document(
    _ kind: OutgoingDocument.Kind, _ id: String
  ) async throws -> OutgoingDocument {
    func read<Record: FreeAgent.Document>(_: Record.Type) async throws -> OutgoingDocument {
      let record = try await ask(FreeAgent.Get<Record>(try identifier(id)))
      guard let document = OutgoingDocument(whole: record, kind) else {
        throw BooksError(.unreadable, cause: .incomplete("the document has no status"))
      }
      return document
    }
    return try await read(kind.record)
  }

  /// All that an e-mail of a document is about, as it is now.
  ///
  /// - Throws: a ``BooksError``.
  public func emailFacts(
    about kind: OutgoingDocument.Kind, _ id: String
  ) async throws -> EmailFacts {
    async let company = company()
    async let user = user()
    let document = try await document(kind, id)
    var contact: FreeAgent.Contact?
    if let id = document.contactID {
      contact = try await ask(FreeAgent.Get<FreeAgent.Contact>(id.identifier))
    }
    let addresses = [contact?.billingEmail, contact?.email].compactMap(\.self)
    return EmailFacts(
      document: document, company: try await company.name, user: try await user.email,
      recipient: addresses.first { !$0.isEmpty })
  }

  /// What the company’s template makes of an e-mail of a document.
  ///
  /// - Throws: a ``BooksError``.
  public func emailTemplate(
    for kind: OutgoingDocument.Kind, _ id: String
  ) async throws -> EmailTemplate {
    func read<Record: FreeAgent.Document>(_: Record.Type) async throws -> EmailTemplate {
      let template = try await ask(
        FreeAgent.GetEmailTemplate<Record>(try identifier(id)))
      let body = template.body
      return EmailTemplate(
        recipient: template.recipient, subject: template.subject,
        body: body?.text ?? body?.html.map { EmailText.plain(fromHTML: $0) })
    }
    return try await read(kind.record)
  }

  /// The addresses that e-mails may come from, such as `Ada Example <ada@example.com>`.
  ///
  /// - Throws: a ``BooksError``.
  public func verifiedSenders() async throws -> [String] {
    try await ask(FreeAgent.GetEmailAddresses())
  }

  /// The PDF file of a document, as it is e-mailed.
  ///
  /// - Throws: a ``BooksError``.
  public func pdf(of kind: OutgoingDocument.Kind, _ id: String) async throws -> [UInt8] {
    func read<Record: FreeAgent.Document>(_: Record.Type) async throws -> [UInt8] {
      Array(try await ask(FreeAgent.GetPDF<Record>(try identifier(id))))
    }
    return try await read(kind.record)
  }

  private func identifier<Record: FreeAgent.Document>(
    _ id: String
  ) throws -> FreeAgent.Identifier<Record> {
    guard let identifier = FreeAgent.Identifier<Record>(id) else { throw BooksError(.gone) }
    return identifier
  }
}
