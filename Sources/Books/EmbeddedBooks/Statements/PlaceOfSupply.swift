import FreeAgentAPI
import Money

/// The rates of VAT in countries of the EC, as far as the books know them.
///
/// Source: FreeAgent API documentation, “Sales Tax”, for Austria; an answer of the service of August 2026 for
/// Ireland; European Commission, “VAT rates applied in the Member States”, January 2021, for the others.
enum PlaceOfSupply {
  static func rates(in country: String) -> [FreeAgent.PlaceOfSupplyRate] {
    (table[country] ?? []).compactMap { band, percentage in
      FreeAgent.PlaceOfSupplyRate {
        $0.percentage = percentage
        $0.band = band
      }
    }
  }

  /// Whether a country taxes digital services at a rate; zero is taken for every country.
  static func has(_ percentage: ExactDecimal, in country: String) -> Bool {
    percentage.isZero || (table[country] ?? []).contains { $0.percentage == percentage }
  }

  private typealias Rates = [(band: String, percentage: ExactDecimal)]

  private static let table: [String: Rates] = [
    "Austria": rates("20", reduced: "13", parking: "12"),
    "Belgium": rates("21", reduced: "12", "6", parking: "12"),
    "Bulgaria": rates("20", reduced: "9"), "Croatia": rates("25", reduced: "13", "5"),
    "Cyprus": rates("19", reduced: "9", "5"),
    "Czech Republic": rates("21", reduced: "15", "10"), "Denmark": rates("25"),
    "Estonia": rates("20", reduced: "9"), "Finland": rates("24", reduced: "14", "10"),
    "France": rates("20", reduced: "10", "5.5", superReduced: "2.1"),
    "Germany": rates("19", reduced: "7"), "Greece": rates("24", reduced: "13", "6"),
    "Hungary": rates("27", reduced: "18", "5"),
    "Ireland": rates("23", reduced: "9", "13.5", parking: "13.5", superReduced: "4.8"),
    "Italy": rates("22", reduced: "10", "5", superReduced: "4"),
    "Latvia": rates("21", reduced: "12", "5"), "Lithuania": rates("21", reduced: "9", "5"),
    "Luxembourg": rates("17", reduced: "8", parking: "14", superReduced: "3"),
    "Malta": rates("18", reduced: "7", "5"), "Netherlands": rates("21", reduced: "9"),
    "Poland": rates("23", reduced: "8", "5"),
    "Portugal": rates("23", reduced: "13", "6", parking: "13"),
    "Romania": rates("19", reduced: "9", "5"), "Slovakia": rates("20", reduced: "10"),
    "Slovenia": rates("22", reduced: "9.5", "5"),
    "Spain": rates("21", reduced: "10", superReduced: "4"),
    "Sweden": rates("25", reduced: "12", "6"),
  ]

  private static func rates(
    _ standard: String, reduced: String..., parking: String? = nil, superReduced: String? = nil
  ) -> Rates {
    var bands: [(band: String, rate: String?)] = [("Standard", standard)]
    for rate in reduced { bands.append(("Reduced", rate)) }
    bands.append(("Parking", parking))
    bands.append(("Super Reduced", superReduced))
    return bands.compactMap { band, rate in
      rate.flatMap { ExactDecimal($0) }.map { (band: band, percentage: $0) }
    }
  }
}
