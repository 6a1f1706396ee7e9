// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import FoundationEssentials

extension FreeAgent {
  /// Says that a VAT return was filed elsewhere, or that it was not.
  ///
  /// Source: the page “VAT Returns”.
  public struct MarkVATReturn: Endpoint {
    public static let method = Method.put
    public static let route = "\(VATReturn.route)/{mark}"
    public static let level = PermissionLevel.full

    /// What is said of it.
    public enum Mark: String, Sendable, Hashable {
      /// It was filed.
      case filed = "mark_as_filed"
      /// It was not filed.
      case unfiled = "mark_as_unfiled"
    }

    /// Which return, by the last day of its period.
    public let id: Identifier<VATReturn>
    /// What is said of it.
    public let mark: Mark

    /// Makes the request.
    public init(_ id: Identifier<VATReturn>, _ mark: Mark) {
      self.id = id
      self.mark = mark
    }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [id.description, mark.rawValue] }

    public static func answer(from body: Data) throws -> VATReturn {
      try VATReturn(from: body, key: VATReturn.key)
    }
  }

  /// Says that a payment of a VAT return was made, or that it was not.
  ///
  /// Source: the page “VAT Returns”.
  public struct MarkVATPayment: Endpoint {
    public static let method = Method.put
    public static let route = "\(VATReturn.route)/payments/{payment_date}/{mark}"
    public static let level = VATReturn.level

    /// What is said of it.
    public enum Mark: String, Sendable, Hashable {
      /// It was made.
      case paid = "mark_as_paid"
      /// It was not made.
      case unpaid = "mark_as_unpaid"
    }

    /// Which return, by the last day of its period.
    public let id: Identifier<VATReturn>
    /// The day by which to pay.
    public let dueOn: Day
    /// What is said of it.
    public let mark: Mark

    /// Makes the request.
    public init(_ id: Identifier<VATReturn>, dueOn: Day, _ mark: Mark) {
      self.id = id
      self.dueOn = dueOn
      self.mark = mark
    }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [id.description, dueOn.description, mark.rawValue] }

    public static func answer(from body: Data) throws -> VATReturn {
      try VATReturn(from: body, key: VATReturn.key)
    }
  }
}
