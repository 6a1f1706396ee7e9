// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days

extension FreeAgent {
  /// Money that came and went between two days.
  ///
  /// Source: the page “Cashflow”.
  ///
  /// There is no forecast: what is ahead is 0. Values are texts in the page and numbers in answers.
  public struct CashFlow: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The first day.
      public let from = Field<Day>("from")
      /// The last day.
      public let to = Field<Day>("to")
      /// What came less what went; negative if more went.
      public let balance = Field<BareNumber>("balance", .essential)
      /// The money that came, in all and by month.
      public let incoming = Field<CashFlowSide>("incoming", .essential)
      /// The money that went, in all and by month.
      public let outgoing = Field<CashFlowSide>("outgoing", .essential)
    }
  }
}

extension FreeAgent {
  /// One side of a cash flow.
  public struct CashFlowSide: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The sum of all the months.
      public let total = Field<BareNumber>("total", .essential)
      /// The sums of months.
      public let months = Field<[CashFlowMonth]>("months", .essential)
    }
  }
}

extension FreeAgent {
  /// What came or went in a month.
  public struct CashFlowMonth: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The month, 1 to 12.
      public let month = Field<Int>("month")
      /// The year that the month is in, such as 2026.
      public let year = Field<Int>("year")
      /// What came or went in the month.
      public let total = Field<BareNumber>("total", .essential)
    }
  }
}
