import FoundationEssentials
import FoundationInternationalization

extension Locale {
  /// The locale whose conventions numbers follow: this one, or its language alone if Unicode CLDR
  /// knows no conventions of the language for the region.
  ///
  /// Foundation writes the Russian of `ru_GB` with British separators. Nobody who chose Russian types
  /// `1,234.50` for `1 234,50`; CLDR lets such a locale inherit from its language (UTS #35, part 1,
  /// "Locale inheritance"). `en_DE` and the like have conventions of their own and keep them.
  var ofNumbers: Locale {
    guard let region = language.region?.identifier, let code = language.languageCode?.identifier
    else { return self }
    guard !Self.known.contains("\(code)_\(region)"), Self.known.contains(code) else { return self }
    let script = Locale.Language(identifier: language.maximalIdentifier).script?.identifier ?? ""
    guard !Self.known.contains("\(code)_\(script)_\(region)") else { return self }
    var components = Locale.Components(locale: self)
    components.languageComponents.region = nil
    return Locale(components: components)
  }

  private static let known = Set(Locale.availableIdentifiers)
}
