// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money
public import ServiceBasics

extension FreeAgent {
  /// Somebody who works with the account.
  ///
  /// Source: the page “Users”.
  public struct User: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["users"]
    public static let key = "user"
    public static let level = PermissionLevel.accounting
    public typealias Filter = UserFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<User>>("url", [.readOnly, .essential])
      /// The e-mail address.
      public let email = Field<String>("email", .required)
      /// The first name.
      public let firstName = Field<String>("first_name", .required)
      /// The last name.
      public let lastName = Field<String>("last_name", .required)
      /// The National Insurance number.
      public let niNumber = Field<String>("ni_number")
      /// The reference by which HMRC knows the user as a taxpayer.
      public let uniqueTaxReference = Field<String>("unique_tax_reference")
      /// What the user is in the company.
      public let role = Field<Role>("role", .required)
      /// Miles of the tax year that were claimed before the books began.
      public let openingMileage = Field<ExactDecimal>("opening_mileage", .essential)
      /// Whether the new user is invited; answers do not have it.
      public let sendInvitation = Field<Bool>("send_invitation", .writeOnly)
      /// What the user may do.
      public let permissionLevel = Field<PermissionLevel>("permission_level")
      /// What the payroll of this tax year has of the user, as it came.
      public let currentPayrollProfile = Field<JSON>("current_payroll_profile", .readOnly)
      /// Whether the user is hidden; in answers, not in the page.
      public let hidden = Field<Bool>("hidden", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
