// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days

extension FreeAgent {
  /// Profit and loss between two days.
  ///
  /// Source: the page “Profit & Loss”.
  public struct ProfitAndLossSummary: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The first day.
      public let from = Field<Day>("from")
      /// The last day.
      public let to = Field<Day>("to")
      /// The income between the two days.
      public let income = Field<ShortDecimal>("income", .essential)
      /// The expenses between the two days.
      public let expenses = Field<ShortDecimal>("expenses", .essential)
      /// Income less expenses; negative for a loss.
      public let operatingProfit = Field<ShortDecimal>("operating_profit", .essential)
      /// What is taken off it.
      public let less = Field<[ProfitAndLossLine]>("less", .essential)
      /// What is left of the operating profit after that.
      public let retainedProfit = Field<ShortDecimal>("retained_profit", .essential)
      /// What was left in all before the first day.
      public let retainedProfitBroughtForward = Field<ShortDecimal>(
        "retained_profit_brought_forward", .essential)
      /// What is left in all after the last day.
      public let retainedProfitCarriedForward = Field<ShortDecimal>(
        "retained_profit_carried_forward", .essential)
    }
  }
}

extension FreeAgent {
  /// What is taken off a profit.
  public struct ProfitAndLossLine: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// What is taken off, such as `Corp. Tax`.
      public let title = Field<String>("title")
      /// How much is taken off.
      public let total = Field<ShortDecimal>("total", .essential)
    }
  }
}
