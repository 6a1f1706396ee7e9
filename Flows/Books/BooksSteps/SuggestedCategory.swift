import Books
import BooksClient
import Flowline

extension ExplanationFacts {
  /// The categories as options: those that are suggested, with the reason, and all of them.
  ///
  /// - Parameter value: what an option of a category means; nil for a category that is not offered.
  func categories<Value: Encodable & Sendable>(
    _ value: (NominalCode) -> Value?
  ) -> (suggested: [Option<Value>], all: [Option<Value>]) {
    let suggested = subject.suggestions.compactMap { suggestion in
      setting.category(suggestion.category)?.option(value, detail: suggestion.reason)
    }
    return (suggested, setting.categories.compactMap { $0.option(value) })
  }

  /// How many other transactions have the same text, explained or not, as the service counts them; empty if there
  /// are none, or it does not say.
  var alikeRows: [Row] {
    guard let alike = subject.alike, alike > 0 else { return [] }
    return [Row(sharedTexts("category.alike", alike), id: "alike")]
  }
}

extension CategorySuggestion {
  /// Why it is suggested.
  fileprivate var reason: Text {
    word.map { sharedTexts("category.shared-word", uses, $0) }
      ?? sharedTexts("category.same-text", uses)
  }
}
