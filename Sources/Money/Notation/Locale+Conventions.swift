package import FoundationEssentials
import FoundationInternationalization

extension Locale {
  /// The locale whose conventions amounts and days follow: this one, or its language's own if Unicode CLDR
  /// knows no conventions of the language for the region.
  ///
  /// Foundation writes the Russian of `ru_GB` with British separators and in the British order of day and
  /// month. Nobody who chose Russian types `1,234.50` for `1 234,50`, or `04/05` for the fifth of April; CLDR
  /// lets such a locale inherit from its language (UTS #35, part 1, "Locale inheritance"). The language is
  /// that of the world if CLDR has it: `en_KZ` follows `en_001`, as the English of every region outside of the
  /// United States does, for plain `en` is American. `en_DE` and the like have conventions of their own and
  /// keep them.
  ///
  /// Whatever reads or writes amounts or days asks this locale, so that all of them follow one rule. The first
  /// day of the week is not among them: it belongs to the region.
  package var conventions: Locale {
    guard let region = language.region?.identifier, let code = language.languageCode?.identifier
    else { return self }
    guard !Self.identifiersOfCLDR.contains("\(code)_\(region)"),
      Self.identifiersOfCLDR.contains(code)
    else { return self }
    let script = Locale.Language(identifier: language.maximalIdentifier).script?.identifier ?? ""
    guard !Self.identifiersOfCLDR.contains("\(code)_\(script)_\(region)") else { return self }
    var components = Locale.Components(locale: self)
    components.languageComponents.region =
      Self.identifiersOfCLDR.contains("\(code)_001") ? Locale.Region("001") : nil
    return Locale(components: components)
  }

  /// The identifiers of the locales that Unicode CLDR knows.
  package static let identifiersOfCLDR = Set(Locale.availableIdentifiers)
}
