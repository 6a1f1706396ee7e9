/// The words that people type for the same thing in any language of the engine's catalogue.
///
/// They are understood whatever the session's language is: a text of the catalogue lists those of
/// each language, with commas between.
struct TypedWords {
  /// The word of JSON is one, too: programs that know the schema of an answer may pass it as text.
  static let yes = TypedWords("typed.yes", or: "true")
  static let no = TypedWords("typed.no", or: "false")
  static let goOn = TypedWords("typed.continue")
  static let all = TypedWords("typed.all")
  static let none = TypedWords("typed.none")
  static let except = TypedWords("typed.except")

  private let words: Set<String>

  private init(_ key: String, or others: String...) {
    let texts = Texts.engine.texts(of: key)
    words = Set(texts.flatMap { $0.split(separator: ",").map { String($0).trimmed } } + others)
  }

  /// Whether a word, in lower case, is one of them.
  func contains(_ word: String) -> Bool { words.contains(word) }
}
