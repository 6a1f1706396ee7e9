import Books
import BooksClient
import Flowline

extension ChoiceScreen<NominalCode> {
  /// Asks for one of several categories.
  ///
  /// - Parameters:
  ///   - options: those that are offered.
  ///   - standard: the key of the one that Enter takes; nil for none.
  static func category(_ options: [Option<NominalCode>], default standard: String?) -> Self {
    Self("category", options: options, default: standard).texts(in: sharedTexts)
  }
}

extension BookCategory {
  /// Its code and its name.
  var label: Text { Text(verbatim: "\(code) \(name)") }

  /// The category as an option, under its code.
  ///
  /// - Parameters:
  ///   - value: what it means; nil for a category that is not offered.
  ///   - detail: more about it.
  func option<Value: Sendable>(
    _ value: (NominalCode) -> Value?, detail: Text? = nil
  ) -> Option<Value>? {
    value(code).map { Option(code.description, $0, label: label, detail: detail) }
  }
}
