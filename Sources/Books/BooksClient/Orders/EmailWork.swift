import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import ServiceOrders

/// E-mailing a document.
///
/// The API has no key for it, and sent twice it is two e-mails. One whose answer was lost leaves one sign:
/// a draft is no longer one. A document that was sent before shows nothing, so that the outcome stays
/// unknown until a person decides.
struct EmailWork<Record: FreeAgent.Document>: BookWork {
  typealias Request = FreeAgent.SendEmail<Record>

  /// The status before it was sent.
  typealias Basis = String

  static var kind: String { "email" }
  static var repetition: OrderProgress.Repetition { .doubles }

  let keeper: Bookkeeper
  let order: EmailOrder
  /// The contents of the order’s files; nil if they are not at hand, so that it cannot be sent.
  let contents: [[UInt8]]?

  var key: String { order.key }
  var scope: String { "email-\(order.document.kind.rawValue)-\(order.document.id)" }

  func prepare() async throws -> OrderPreparation<Basis, EmailResult> {
    let document: OutgoingDocument
    do {
      document = try await current()
    } catch let error as BooksError where error.code == .gone {
      return .answered(.gone)
    }
    guard order.document.isUnchanged(in: document) else {
      return .answered(.changed(document: document))
    }
    return .ready(document.status, claims: [])
  }

  private func current() async throws -> OutgoingDocument {
    try await keeper.document(order.document.kind, order.document.id)
  }

  func request(_ basis: Basis) throws -> Request {
    guard let id = FreeAgent.Identifier<Record>(order.document.id) else {
      throw BooksError(.gone)
    }
    guard let contents, contents.count == order.files.count else {
      throw BooksError(
        .storage, cause: CodedText("no-files", "the files of the e-mail are not at hand"))
    }
    return FreeAgent.SendEmail(
      id,
      FreeAgent.EmailMessage { message in
        message.to = order.to
        message.from = order.from
        message.subject = order.subject
        message.body = order.body
        message.emailToSender = order.copiesSender
        if order.attachesReceipts { message.attachExpenseReceipts = true }
        if !order.files.isEmpty {
          message.attachments = zip(order.files, contents).map { file, bytes in
            FreeAgent.NewAttachment {
              $0.fileName = file.name
              $0.contentType = file.type
              $0.data = Data(bytes).base64EncodedString()
            }
          }
        }
      })
  }

  func made(by answer: FreeAgent.Nothing, _ basis: Basis) -> OrderMade<EmailResult> {
    OrderMade(.sent, id: nil)
  }

  func answer(to failure: FreeAgent.Failure) -> EmailResult? {
    switch failure.status {
    case 403: nil
    case 404 where failure.saysNotFound: .gone
    default: .refused(reasons: failure.reasons)
    }
  }

  func look(_ entry: OrderEntry, _ basis: Basis) async throws -> OrderLookup<EmailResult> {
    guard basis == order.document.status, order.document.isDraft else {
      throw BooksError(
        .outcomeUnknown,
        cause: CodedText(
          "no-trace", "an e-mail of a document that was sent before leaves no trace in the books"))
    }
    let document = try await current()
    guard document.isDraft else { return .found(OrderMade(.sent, id: nil)) }
    // Sent again it would be another document than the one that was ordered.
    return order.document.isUnchanged(in: document) ? .none : .oneAlike
  }
}

extension FreeAgent.Failure {
  /// Why something was refused, in the service’s words; empty if it says nothing, or nothing but a page.
  var reasons: [String] {
    guard sentences.isEmpty else { return sentences }
    guard let snippet, !snippet.isEmpty, !snippet.hasPrefix("<") else { return [] }
    return [snippet]
  }
}

extension Bookkeeper {
  /// E-mails a document, once for the order’s key.
  ///
  /// - Parameters:
  ///   - order: the e-mail.
  ///   - contents: the contents of the order’s files, in their order.
  /// - Returns: what became of it.
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been sent.
  public func email(
    _ order: EmailOrder, contents: [[UInt8]] = []
  ) async throws -> EmailResult {
    func send<Record: FreeAgent.Document>(_: Record.Type) async throws -> EmailResult {
      try await carryOut(EmailWork<Record>(keeper: self, order: order, contents: contents))
    }
    return try await send(order.document.kind.record)
  }

  /// Finds out what became of an e-mail that was never answered; it is not sent again.
  func settleEmail(_ entry: OrderEntry) async throws -> OpenOrderOutcome {
    let order: EmailOrder = try CanonicalJSON.value(entry.contents)
    func settle<Record: FreeAgent.Document>(_: Record.Type) async throws -> OpenOrderOutcome {
      try await self.settle(EmailWork<Record>(keeper: self, order: order, contents: nil), entry)
    }
    return try await settle(order.document.kind.record)
  }
}
