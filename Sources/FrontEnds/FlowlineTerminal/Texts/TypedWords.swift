import Flowline
import FoundationEssentials

/// Words that a person may type for something, in every language the catalogue has.
///
/// The text of their key has them parted by `|`, the usual one first.
struct TypedWords {
  private let key: String
  private let texts: TextCatalog

  init(_ key: String, from texts: TextCatalog = Words.catalog) {
    self.key = key
    self.texts = texts
  }

  /// All of them, those of the catalogue's own language first.
  var all: [String] {
    let source = texts.sourceLanguage
    let languages = texts.languages(of: key)
    return (languages.filter { $0 == source } + languages.filter { $0 != source }).flatMap(words)
  }

  /// The usual one in a language, or in the catalogue's own if it has none.
  func usual(in language: String) -> String { words(in: language).first ?? key }

  /// The usual one in a language; nil if the catalogue has none.
  func usual(onlyIn language: String) -> String? {
    texts.languages(of: key).contains(language) ? words(in: language).first : nil
  }

  /// Those of a language, or of the catalogue's own if it has none.
  func words(in language: String) -> [String] {
    let environment = FlowEnvironment(
      locale: Locale(identifier: language), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
    let text = texts(key).resolved(in: environment).text
    return text.split(separator: "|").map(String.init)
  }
}
