// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// A bill of a supplier, as far as paying it needs.
  ///
  /// Source: the page “Bills”.
  public struct Bill: Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["bills"]
    public static let key = "bill"
    public static let level = PermissionLevel.bills
    public typealias Filter = BillFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address.
      public let url = Field<Link<Bill>>("url", [.readOnly, .essential])
      /// Whose it is.
      public let contact = Field<Link<Contact>>("contact", .required)
      /// Its number.
      public let reference = Field<String>("reference", .required)
      /// Its date.
      public let datedOn = Field<Day>("dated_on", .required)
      /// The day by which to pay.
      public let dueOn = Field<Day>("due_on", .required)
      /// Its currency, three letters of ISO 4217.
      public let currency = Field<String>("currency")
      /// How far it has come.
      public let status = Field<BillStatus>("status", .readOnly)
      /// How far it has come, in words.
      public let longStatus = Field<String>("long_status", .readOnly)
      /// Whether it can no longer be changed.
      public let isLocked = Field<Bool>("is_locked", .readOnly)
      /// The sum.
      public let totalValue = Field<ExactDecimal>("total_value", [.readOnly, .essential])
      /// What was paid.
      public let paidValue = Field<ExactDecimal>("paid_value", [.readOnly, .essential])
      /// What is left to pay.
      public let dueValue = Field<ExactDecimal>("due_value", [.readOnly, .essential])
      /// The same in the company’s currency.
      public let nativeDueValue = Field<ExactDecimal>("native_due_value", [.readOnly, .essential])
      /// The day on which it was paid.
      public let paidOn = Field<Day>("paid_on", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
