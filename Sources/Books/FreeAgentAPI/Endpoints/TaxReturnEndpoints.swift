// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials

extension FreeAgent {
  /// Says that corporation tax was paid.
  ///
  /// Source: the page “Corporation Tax Returns”.
  public struct MarkCorporationTaxPaid: Endpoint {
    public static let method = Method.put
    public static let route = "\(CorporationTaxReturn.route)/mark_as_paid"
    public static let level = CorporationTaxReturn.level

    /// Which return, by the last day of its period.
    public let id: Identifier<CorporationTaxReturn>

    /// Makes the request.
    public init(_ id: Identifier<CorporationTaxReturn>) { self.id = id }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> CorporationTaxReturn {
      try CorporationTaxReturn(from: body, key: CorporationTaxReturn.key)
    }
  }

  /// Says that corporation tax was not paid.
  ///
  /// Source: the page “Corporation Tax Returns”.
  public struct MarkCorporationTaxUnpaid: Endpoint {
    public static let method = Method.put
    public static let route = "\(CorporationTaxReturn.route)/mark_as_unpaid"
    public static let level = CorporationTaxReturn.level

    /// Which return, by the last day of its period.
    public let id: Identifier<CorporationTaxReturn>

    /// Makes the request.
    public init(_ id: Identifier<CorporationTaxReturn>) { self.id = id }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> CorporationTaxReturn {
      try CorporationTaxReturn(from: body, key: CorporationTaxReturn.key)
    }
  }

  /// The rates of the Construction Industry Scheme that a subcontractor’s invoices may have.
  ///
  /// Source: the page “Construction Industry Scheme Bands”.
  public struct GetCISBands: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/cis_bands"
    public static let level = PermissionLevel.invoices

    /// The member of the answer.
    public static let key = "available_bands"

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> Batch<CISBand> {
      try Batch(from: body, key: key)
    }
  }
}
