import FreeAgentAPI
import Money

/// The rates of VAT in countries of the EC, as far as the books know them.
///
/// Source: FreeAgent API documentation, “Sales Tax”, for Austria; an answer of the service of August 2026 for
/// Ireland; European Commission, “VAT rates applied in the Member States”, January 2021, for the standard
/// rates of the others.
enum PlaceOfSupply {
  static func rates(in country: String) -> [FreeAgent.PlaceOfSupplyRate] {
    (table[country] ?? []).compactMap { band, percentage in
      FreeAgent.PlaceOfSupplyRate {
        $0.percentage = percentage
        $0.band = band
      }
    }
  }

  private static let standard: [String: ExactDecimal] = [
    "Belgium": 21, "Bulgaria": 20, "Croatia": 25, "Cyprus": 19, "Czech Republic": 21,
    "Denmark": 25, "Estonia": 20, "Finland": 24, "France": 20, "Germany": 19, "Greece": 24,
    "Hungary": 27, "Ireland": 23, "Italy": 22, "Latvia": 21, "Lithuania": 21, "Luxembourg": 17,
    "Malta": 18, "Netherlands": 21, "Poland": 23, "Portugal": 23, "Romania": 19, "Slovakia": 20,
    "Slovenia": 22, "Spain": 21, "Sweden": 25,
  ]

  private static let table: [String: [(band: String, percentage: ExactDecimal)]] =
    standard.mapValues { [("Standard", $0)] }
    .merging([
      "Austria": [("Standard", 20), ("Reduced", 13), ("Parking", 12)],
      "Ireland": [
        ("Standard", 23), ("Reduced", 9), ("Reduced", decimal("13.5")),
        ("Parking", decimal("13.5")),
        ("Super Reduced", decimal("4.8")),
      ],
    ]) { $1 }

  private static func decimal(_ text: String) -> ExactDecimal { ExactDecimal(text) ?? 0 }
}
