// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import FoundationEssentials

extension FreeAgent {
  /// What is said of a return or a report that is filed elsewhere.
  public enum FilingMark: String, Sendable, Hashable {
    /// It was filed.
    case filed = "mark_as_filed"
    /// It was not filed.
    case unfiled = "mark_as_unfiled"
  }

  /// What is filed for a period; its id is the last day of that.
  public protocol Filed: Resource {}

  /// Says that a return or a report was filed elsewhere, or that it was not.
  ///
  /// Source: the pages “VAT Returns”, “Corporation Tax Returns” and “Final Accounts Reports”.
  public struct MarkFiling<Target: Filed>: Endpoint {
    public static var method: Method { .put }
    public static var route: String { "\(Target.route)/{mark}" }
    public static var level: PermissionLevel { .full }

    /// Which one, by the last day of its period.
    public let id: Identifier<Target>
    /// What is said of it.
    public let mark: FilingMark

    /// Makes the request.
    public init(_ id: Identifier<Target>, _ mark: FilingMark) {
      self.id = id
      self.mark = mark
    }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [id.description, mark.rawValue] }

    public static func answer(from body: Data) throws -> Target {
      try Target(from: body, key: Target.key)
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
