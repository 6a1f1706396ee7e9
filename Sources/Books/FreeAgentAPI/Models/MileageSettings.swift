// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money

extension FreeAgent {
  /// What mileage is paid for and asked about, by day.
  ///
  /// Source: the page “Expenses”.
  public struct MileageSettings: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The types and sizes of engines that there are, each list from a day to a day.
      public let engineTypeAndSizeOptions = Field<[EngineOptions]>("engine_type_and_size_options")
      /// What one mile is paid with, each rate from a day to a day.
      public let mileageRates = Field<[MileageRates]>("mileage_rates", .essential)
    }
  }
}

extension FreeAgent {
  /// The types and sizes of engines from a day to a day.
  public struct EngineOptions: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The first day.
      public let from = Field<Day>("from", .essential)
      /// The last day.
      public let to = Field<Day>("to", .essential)
      /// The sizes by type.
      public let sizes = Field<EngineSizes>("value")
    }
  }
}

extension FreeAgent {
  /// The rates from a day to a day.
  public struct MileageRates: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The first day.
      public let from = Field<Day>("from", .essential)
      /// The last day.
      public let to = Field<Day>("to", .essential)
      /// The rates by vehicle.
      public let rates = Field<VehicleRates>("value", .essential)
    }
  }
}

extension FreeAgent {
  /// The rates of vehicles, and where the first one ends.
  public struct VehicleRates: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Of a car or van.
      public let car = Field<MileageRate>("Car", .essential)
      /// Of a motorcycle.
      public let motorcycle = Field<MileageRate>("Motorcycle", .essential)
      /// Of a bicycle.
      public let bicycle = Field<MileageRate>("Bicycle", .essential)
      /// Up to how many miles of a tax year the first rate goes.
      public let basicRateLimit = Field<BareNumber>("basic_rate_limit", .essential)
    }
  }
}

extension FreeAgent {
  /// What one mile is paid with, in pounds.
  public struct MileageRate: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Up to the limit.
      public let basicRate = Field<ExactDecimal>("basic_rate", .essential)
      /// Beyond it.
      public let additionalRate = Field<ExactDecimal>("additional_rate", .essential)
    }
  }
}
