public import Days

/// What an engine runs on.
public enum Engine: String, Sendable, Hashable, CaseIterable {
  /// Petrol; hybrids count as what they burn.
  case petrol = "Petrol"
  /// Diesel.
  case diesel = "Diesel"
  /// Liquefied petroleum gas.
  case lpg = "LPG"
  /// Electricity, until 31 August 2025.
  case electric = "Electric"
  /// Electricity of one's own charger, from 1 September 2025.
  case electricHome = "Electric (Home charger)"
  /// Electricity of a public charger, from 1 September 2025.
  case electricPublic = "Electric (Public charger)"
}

/// The engines that can be named from a day on, and their sizes.
///
/// Source: FreeAgent API documentation, “Expenses”, mileage settings of November 2025.
public struct EngineChoice: Sendable, Hashable {
  /// The first day.
  public let from: Day

  /// The engines in their order, each with its sizes from the smallest.
  public let sizes: [(engine: Engine, sizes: [String])]

  /// What can be named on a day; nil before 1970.
  public static func on(_ day: Day) -> EngineChoice? { all.last { $0.from <= day } }

  /// All of them, the earliest first.
  public static let all: [EngineChoice] = [
    ("1970-01-01", Self.small, [Engine]()), ("2011-06-01", Self.large, []),
    ("2019-03-01", Self.large, [.electric]),
    ("2025-09-01", Self.large, [.electricHome, .electricPublic]),
  ].compactMap { from, diesel, electric in
    Day(from).map { day in
      EngineChoice(
        from: day,
        sizes: [(.petrol, small), (.diesel, diesel), (.lpg, small)] + electric.map { ($0, ["All"]) }
      )
    }
  }

  private static let small = ["Up to 1400cc", "1401-2000cc", "Over 2000cc"]
  private static let large = ["Up to 1600cc", "1601-2000cc", "Over 2000cc"]

  /// The sizes of an engine, from the smallest; empty if it cannot be named.
  public subscript(engine: Engine) -> [String] {
    sizes.first { $0.engine == engine }?.sizes ?? []
  }

  /// Whether both have the same engines and sizes from the same day.
  public static func == (left: Self, right: Self) -> Bool {
    left.from == right.from && left.sizes.elementsEqual(right.sizes) { $0 == $1 }
  }

  /// Feeds the day.
  public func hash(into hasher: inout Hasher) { hasher.combine(from) }
}
