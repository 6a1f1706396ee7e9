import Books
import BooksClient
import Flowline

extension ExplanationLocks {
  /// What cannot be changed: the kind, and the fields that have a word; others follow from these.
  var words: [Text] {
    let texts = ExplainFlow.texts
    let kind = names.contains("type") ? [texts("type.label")] : []
    return kind + named.compactMap { texts["field.\($0.rawValue)"] }
  }
}
