import Flowline

/// The front end's own words, in the language of one environment.
struct WebWords: Sendable {
  /// The texts in every language.
  static let catalog = TextCatalog(PackageResources.Web_xcstrings)

  /// Whose language, numbers and money are written.
  let environment: FlowEnvironment
  /// Texts of an adopter, which go before ours of the same key.
  var own: TextCatalog?

  init(_ environment: FlowEnvironment, own: TextCatalog? = nil) {
    self.environment = environment
    self.own = own
  }

  /// The text of a key, its gaps filled.
  func callAsFunction(_ key: String, _ arguments: TextArgument...) -> String {
    let texts = own?[key] == nil ? Self.catalog : own ?? Self.catalog
    return self(texts.text(key, arguments))
  }

  /// A text in this language.
  func callAsFunction(_ text: Text) -> String { text.resolved(in: environment).text }

  /// The same words in another language, with this region.
  func speaking(_ language: String) -> WebWords {
    WebWords(environment.speaking(language), own: own)
  }

  /// What a language calls itself.
  func name(ofLanguage language: String) -> String { speaking(language)("language.name") }
}
