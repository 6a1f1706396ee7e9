// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials

extension FreeAgent {
  /// What happened to invoices.
  ///
  /// Source: the page “Invoices”.
  public struct GetInvoiceTimeline: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/invoices/timeline"
    public static let level = Invoice.level

    /// The member of the answer.
    public static let key = "invoice_timeline_items"

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> Batch<InvoiceTimelineItem> {
      try Batch(from: body, key: key)
    }
  }

  /// Takes the payment of an invoice by a direct debit that its contact has agreed to.
  ///
  /// It has no key, so that sent again it may take another.
  ///
  /// Source: the page “Invoices”.
  public struct TakeDirectDebit: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.post
    public static let route = "\(Invoice.route)/direct_debit"
    public static let level = Invoice.level

    /// Which invoice.
    public let id: Identifier<Invoice>

    /// Makes the request.
    public init(_ id: Identifier<Invoice>) { self.id = id }

    public var pathValues: [String] { [id.description] }
  }
}
