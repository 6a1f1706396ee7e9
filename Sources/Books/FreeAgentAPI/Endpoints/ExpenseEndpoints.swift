// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials

extension FreeAgent {
  /// Makes several expenses at once.
  ///
  /// Source: the page “Expenses”.
  ///
  /// Whether one that is refused keeps the others out is not said.
  public struct CreateExpenses: Endpoint {
    public static let method = Method.post
    public static let route = Expense.listRoute
    public static let level = Expense.level

    /// The new expenses, in one request.
    public let expenses: [Expense]

    /// Makes the request.
    public init(_ expenses: [Expense]) { self.expenses = expenses }

    public var body: JSON? { .object([Expense.listKey: expenses.member]) }

    public static func answer(from body: Data) throws -> Batch<Expense> {
      try Batch(from: body, key: Expense.listKey)
    }
  }

  /// What mileage is paid for and asked about, by day.
  public struct GetMileageSettings: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/expenses/mileage_settings"
    public static let level = Expense.level

    /// The member of the answer.
    public static let key = "mileage_settings"

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> MileageSettings {
      try MileageSettings(from: body, key: key)
    }
  }
}
