import Flowline
import FoundationEssentials

/// Which locale a run has: by its options, else by the environment.
package struct LocaleChoice {
  /// What the option `--locale` says.
  private let locale: String?
  /// What the option `--lang` says.
  private let language: String?
  /// A variable of the environment; nil if it is not set or empty.
  private let variable: (String) -> String?

  /// Makes a choice of what the options and the environment say.
  package init(
    locale: String? = nil, language: String? = nil,
    variable: @escaping (String) -> String? = FilePath.variable
  ) {
    self.locale = locale
    self.language = language
    self.variable = variable
  }

  /// Where nothing is said, or nothing but C.
  static let standard = "en_GB"

  /// The identifier, such as `en_GB`.
  ///
  /// The options come before LANGUAGE, LC_ALL, LC_MESSAGES and LANG. Of both options `--lang` says the language
  /// and `--locale` the region. A language that is named alone takes its region from the next of the others that
  /// has one for it.
  package var identifier: String {
    if let locale = locale.map(Self.cleaned) {
      guard let language, Self.language(of: locale) != language else { return locale }
      return language + (Self.region(of: locale).map { "_\($0)" } ?? "")
    }
    let named = [language].compactMap { $0 } + environment
    guard let first = named.first else { return Self.standard }
    let language = Self.language(of: first)
    return named.first { Self.language(of: $0) == language && $0.contains("_") }
      ?? TypedWords("language.region").usual(onlyIn: language).map { "\(language)_\($0)" } ?? first
  }

  /// The environment's locales, the one that counts most first, without C and POSIX.
  private var environment: [String] {
    let messages = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(variable).map(Self.cleaned)
    // By gettext's rule LANGUAGE says nothing in the locale C.
    if let first = messages.first, Self.isC(first) { return [] }
    let languages = (variable("LANGUAGE") ?? "").split(separator: ":").map {
      Self.cleaned(String($0))
    }
    return (languages + messages).filter { !Self.isC($0) && Self.isIdentifier($0) }
  }

  /// Without codeset and modifier, with the underscore that Foundation wants.
  private static func cleaned(_ name: String) -> String {
    String(name.prefix { $0 != "." && $0 != "@" }).replacing("-", with: "_")
  }

  private static func isC(_ name: String) -> Bool { name == "C" || name == "POSIX" }

  private static func language(of name: String) -> String {
    name.prefix { $0 != "_" }.lowercased()
  }

  /// The region of a locale, such as GB or 419, behind its script if it has one; nil if it has none.
  private static func region(of name: String) -> Substring? {
    name.split(separator: "_").dropFirst().first { 2...3 ~= $0.count }
  }

  /// Whether there is a locale of this name.
  package static func isKnown(_ text: String) -> Bool {
    isIdentifier(text) && Locale.known(cleaned(text)) != nil
  }

  /// Whether a text has the form of a locale's identifier.
  static func isIdentifier(_ text: String) -> Bool {
    let parts = cleaned(text).split(separator: "_", omittingEmptySubsequences: false)
    guard let language = parts.first, 2...3 ~= language.count,
      language.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      2...8 ~= part.count && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
