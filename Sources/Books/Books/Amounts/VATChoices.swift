public import Days

/// What can be told of the VAT of something besides an amount: the rates of a place, and that there is no tax.
///
/// The place is the company's own, or the country where a customer is taxed. Forms take the rates that they offer
/// from here, so that none offers those of another place.
public struct VATChoices: Sendable, Hashable {
  /// One of them.
  public struct Choice: Sendable, Hashable {
    /// The treatment of the United Kingdom that it is; nil for what is known there by no name.
    public let treatment: VATTreatment?

    /// The rate; nil if there is no tax.
    public let rate: VATRate?

    /// What the rate is called at its place, such as `Reduced`; empty if it has no name.
    public let names: [String]

    fileprivate init(
      _ treatment: VATTreatment? = nil, rate: VATRate? = nil, names: [String] = []
    ) {
      self.treatment = treatment
      self.rate = rate
      self.names = names
    }
  }

  /// Why there are no rates.
  public enum Gap: Sendable, Hashable {
    /// Those of the day are not known here: it is before ``VATTreatment/knownFrom``.
    case day
    /// The country has none.
    case country
  }

  /// The choices, in the order in which they are offered; each rate is there once.
  public let all: [Choice]

  /// Why there are no rates; nil if there are some.
  public let gap: Gap?

  private init(_ rates: [Choice], _ untaxed: [Choice], gap: Gap? = nil) {
    all = rates + untaxed
    self.gap = gap
  }

  /// Those of a company of the United Kingdom on a day.
  ///
  /// - Parameters:
  ///   - rates: the rates that the company has.
  ///   - day: the day.
  public static func inUnitedKingdom(_ rates: [VATRate], on day: Day) -> VATChoices {
    let treated = [VATTreatment.standard, .reduced, .zero].compactMap { treatment in
      treatment.rate(on: day).map { Choice(treatment, rate: $0) }
    }
    guard !treated.isEmpty else { return VATChoices([], untaxed, gap: .day) }
    let others = rates.unique.filter { rate in !treated.contains { $0.rate == rate } }
    let own = treated.filter { choice in rates.contains { $0 == choice.rate } }
    return VATChoices(own + others.map { Choice(rate: $0) }, untaxed)
  }

  /// Those of a company elsewhere, which knows no treatments of the United Kingdom.
  ///
  /// - Parameter rates: the rates that the company has.
  public static func elsewhere(_ rates: [VATRate]) -> VATChoices {
    VATChoices(rates.unique.map { Choice(rate: $0) }, [Choice()])
  }

  /// Those of what a company of the United Kingdom supplies to a country that taxes it.
  ///
  /// - Parameter rates: the country's rates, with what they are called there.
  public static func supplied(at rates: [(rate: VATRate, names: [String])]) -> VATChoices {
    let all = rates.map { $0.rate }.unique.map { rate in
      Choice(rate: rate, names: rates.filter { $0.rate == rate }.flatMap { $0.names })
    }
    return VATChoices(all, untaxed, gap: all.isEmpty ? .country : nil)
  }

  private static let untaxed = [Choice(.exempt), Choice(.outsideTheScope)]

  /// Whether a rate is among them.
  public func contains(_ rate: VATRate) -> Bool { all.contains { $0.rate == rate } }

  /// The choice that a treatment of the United Kingdom comes to; nil if none is like it.
  ///
  /// Elsewhere the standard rate is the one that is called so; that no other name says as much is a decision of
  /// this project.
  public func choice(of treatment: VATTreatment?) -> Choice? {
    guard let treatment else { return nil }
    return all.first { $0.treatment == treatment }
      ?? (treatment == .standard ? all.first { $0.names.contains("Standard") } : nil)
  }
}

extension [VATRate] {
  /// The rates in their order, each once.
  fileprivate var unique: Self {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
