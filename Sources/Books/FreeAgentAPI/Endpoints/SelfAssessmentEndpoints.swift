// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import FoundationEssentials

extension FreeAgent {
  /// A user’s returns for Self Assessment, the earliest first.
  ///
  /// Source: the page “Self Assessment Returns”.
  public struct GetSelfAssessmentReturns: Endpoint {
    public static let method = Method.get
    public static let route = "\(User.listRoute)/{user}/self_assessment_returns"
    public static let level = PermissionLevel.accounting

    /// The user whose returns they are.
    public let user: Identifier<User>

    /// Makes the request.
    public init(of user: Identifier<User>) { self.user = user }

    public var pathValues: [String] { [user.description] }

    /// The member of the answer.
    public static let key = "self_assessment_returns"

    public static func answer(from body: Data) throws -> Batch<SelfAssessmentReturn> {
      try Batch(from: body, key: key)
    }
  }

  /// One of a user’s returns for Self Assessment.
  ///
  /// Source: the page “Self Assessment Returns”.
  public struct GetSelfAssessmentReturn: Endpoint {
    public static let method = Method.get
    public static let route = "\(GetSelfAssessmentReturns.route)/{id}"
    public static let level = GetSelfAssessmentReturns.level

    /// The user whose return it is.
    public let user: Identifier<User>
    /// Which return, by the last day of its tax year.
    public let id: Identifier<SelfAssessmentReturn>

    /// Makes the request.
    public init(_ id: Identifier<SelfAssessmentReturn>, of user: Identifier<User>) {
      self.id = id
      self.user = user
    }

    public var pathValues: [String] { [user.description, id.description] }

    public static func answer(from body: Data) throws -> SelfAssessmentReturn {
      try SelfAssessmentReturn(from: body, key: SelfAssessmentReturn.key)
    }
  }

  /// Says that a return for Self Assessment was filed elsewhere, or that it was not.
  ///
  /// Source: the page “Self Assessment Returns”.
  public struct MarkSelfAssessmentReturn: Endpoint {
    public static let method = Method.put
    public static let route = "\(GetSelfAssessmentReturn.route)/{mark}"
    public static let level = PermissionLevel.full

    /// The user whose return it is.
    public let user: Identifier<User>
    /// Which return, by the last day of its tax year.
    public let id: Identifier<SelfAssessmentReturn>
    /// What is said of it.
    public let mark: FilingMark

    /// Makes the request.
    public init(
      _ id: Identifier<SelfAssessmentReturn>, of user: Identifier<User>, _ mark: FilingMark
    ) {
      self.id = id
      self.user = user
      self.mark = mark
    }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [user.description, id.description, mark.rawValue] }

    public static func answer(from body: Data) throws -> SelfAssessmentReturn {
      try SelfAssessmentReturn(from: body, key: SelfAssessmentReturn.key)
    }
  }

  /// Says that a payment of a return for Self Assessment was made, or that it was not.
  ///
  /// Source: the page “Self Assessment Returns”.
  public struct MarkSelfAssessmentPayment: Endpoint {
    /// What is said of it.
    public typealias Mark = MarkVATPayment.Mark

    public static let method = Method.put
    public static let route =
      "\(GetSelfAssessmentReturn.route)/payments/{payment_date}/{mark}"
    public static let level = GetSelfAssessmentReturns.level

    /// The user whose return it is.
    public let user: Identifier<User>
    /// Which return, by the last day of its tax year.
    public let id: Identifier<SelfAssessmentReturn>
    /// The day by which to pay.
    public let dueOn: Day
    /// What is said of it.
    public let mark: Mark

    /// Makes the request.
    public init(
      _ id: Identifier<SelfAssessmentReturn>, of user: Identifier<User>, dueOn: Day, _ mark: Mark
    ) {
      self.id = id
      self.user = user
      self.dueOn = dueOn
      self.mark = mark
    }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] {
      [user.description, id.description, dueOn.description, mark.rawValue]
    }

    public static func answer(from body: Data) throws -> SelfAssessmentReturn {
      try SelfAssessmentReturn(from: body, key: SelfAssessmentReturn.key)
    }
  }
}
