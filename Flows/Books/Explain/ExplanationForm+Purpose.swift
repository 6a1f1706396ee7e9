import Books
import BooksClient
import Flowline

/// The other way to begin: by the category.
extension ExplanationForm {
  /// Asks for the category, of which the kind follows, or for a kind that has none.
  func purpose(_ page: inout FormPage) -> Purpose? {
    let rules = facts.context.offered
    func purpose(_ code: NominalCode) -> Purpose? {
      rules.first { $0.isFiled && $0.categories.contains(code.group) }
        .map { Purpose(kind: $0.kind, category: code) }
    }
    let suggested = facts.subject.suggestions.compactMap { suggestion in
      facts.setting.categories.first { $0.code == suggestion.category }.flatMap { category in
        purpose(category.code).map {
          Option(category.code.description, $0, label: category.label, detail: why(suggestion))
        }
      }
    }
    let kinds = rules.filter { !$0.isFiled }.map {
      Option($0.kind.word, Purpose(kind: $0.kind), label: texts("type.option.\($0.kind.word)"))
    }
    let categories = facts.setting.categories.compactMap { category in
      purpose(category.code).map {
        Option(category.code.description, $0, label: category.label)
      }
    }
    let earlier = (before?.contents).map { before in
      before.kind.rule.isFiled ? before.category?.description : before.kind.word
    }
    return page.ask(
      ChoiceScreen(
        "purpose", options: suggested + kinds + categories,
        default: earlier ?? suggested.first?.key))
  }
}

extension ExplanationRule {
  /// Whether such explanations have a category that says of which kind they are.
  fileprivate var isFiled: Bool { self[.category]?.isRequired ?? false }
}
