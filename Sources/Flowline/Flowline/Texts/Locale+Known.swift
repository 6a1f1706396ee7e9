package import FoundationEssentials
import FoundationInternationalization
import Money

extension Locale {
  /// The locale that a caller names, such as `en_GB` or `en-GB`; nil if there is none of that name.
  ///
  /// A name may leave out the script and have a language's older code, as those of POSIX do: `zh_TW` is
  /// `zh_Hant_TW`, and `no_NO` is `nb_NO`.
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
    let region = rest.count == 1 ? rest.first.flatMap { regions.contains($0) ? $0 : nil } : nil
    for code in [language, replacements[language]].compactMap({ $0 }) {
      let name = ([code] + rest).joined(separator: "_")
      if available.contains(name) { return Locale(identifier: name) }
      if let region, let name = fullName(code, region) { return Locale(identifier: name) }
    }
    guard FlowController.languages.contains(language), let region else { return nil }
    return Locale(identifier: "\(language)_\(region)")
  }

  /// The name with the script in which the language is most often written in the region; nil if CLDR does not
  /// know that locale.
  private static func fullName(_ language: String, _ region: String) -> String? {
    guard languages.contains(language) else { return nil }
    let likely = Locale.Language(identifier: "\(language)_\(region)").maximalIdentifier
    guard let script = Locale.Language(identifier: likely).script?.identifier else { return nil }
    let name = "\(language)_\(script)_\(region)"
    return available.contains(name) ? name : nil
  }

  private static var available: Set<String> { identifiersOfCLDR }
  private static let languages = Set(available.map { $0.prefix { $0 != "_" }.lowercased() })

  /// The languages that go by another code today.
  ///
  /// Source: the aliases of languages in CLDR's `supplementalMetadata.xml`, as far as systems have locales by
  /// the older code; `no` means Bokmål in ICU.
  private static let replacements = [
    "no": "nb", "tl": "fil", "iw": "he", "in": "id", "ji": "yi",
  ]
  private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))
}

extension String {
  /// The text as a script is written: `Latn`.
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
