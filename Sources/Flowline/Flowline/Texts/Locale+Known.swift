package import FoundationEssentials
import FoundationInternationalization

extension Locale {
  /// The locale that a caller names, such as `en_GB` or `en-GB`; nil if there is none of that name.
  ///
  /// Foundation keeps each identifier that a locale was ever made of. So only those that Unicode CLDR knows
  /// are made, and of the languages that there are texts in those of every region.
  ///
  /// - Parameter tag: a language, and a script and a region if it has them.
  package static func known(_ tag: String) -> Locale? {
    guard tag.utf8.count <= 20 else { return nil }
    let parts = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
      .map(String.init)
    let language = parts[0].lowercased()
    let rest = parts.dropFirst().map { $0.count == 4 ? $0.capitalizedASCII : $0.uppercased() }
    let name = ([language] + rest).joined(separator: "_")
    if available.contains(name) { return Locale(identifier: name) }
    guard FlowController.languages.contains(language), rest.count == 1,
      regions.contains(rest[0])
    else { return nil }
    return Locale(identifier: name)
  }

  private static let available = Set(Locale.availableIdentifiers)
  private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))
}

extension String {
  /// The text as a script is written: `Latn`.
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
