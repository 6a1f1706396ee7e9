import Flowline
import Foundation

/// The countries that have a code of ISO 3166-1.
enum Countries {
  /// The 249 codes of two letters that are assigned officially.
  ///
  /// Foundation has all of them, and some that ISO 3166-1 has only reserved.
  static let codes: [String] = Locale.Region.isoRegions
    .filter { $0.isISORegion && $0.subRegions.isEmpty }
    .map(\.identifier)
    .filter { $0.count == 2 && !reserved.contains($0) }

  /// Codes that are reserved exceptionally, for parts of countries, for unions and for countries of the
  /// past; and XK for Kosovo, which users of the standard have assigned themselves.
  private static let reserved: Set<String> = [
    "AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "FX", "IC", "SU", "TA", "UK", "UN", "XK",
  ]

  /// The name of a country in the session's language; its code if it has none.
  static func name(of code: String, in environment: FlowEnvironment) -> String {
    environment.locale.localizedString(forRegionCode: code) ?? code
  }
}
