import Books
import BooksClient
import Flowline

/// The other way to begin: by the category.
extension ExplanationForm {
  /// Asks for the category, of which the kind follows, or for a kind that has none.
  func purpose(_ page: inout FormPage) -> Purpose? {
    let rules = facts.context.offered
    let (suggested, all) = categories { code in
      rules.first { $0.isFiled && $0.categories.contains(code.group) }
        .map { Purpose(kind: $0.kind, category: code) }
    }
    let kinds = rules.filter { !$0.isFiled }.map {
      Option($0.kind.word, Purpose(kind: $0.kind), label: texts("type.option.\($0.kind.word)"))
    }
    let earlier = (before?.contents).map { before in
      before.kind.rule.isFiled ? before.category?.description : before.kind.word
    }
    return page.ask(
      ChoiceScreen(
        "purpose", options: suggested + kinds + all,
        default: earlier ?? suggested.first?.key
      ).page { transactionRow })
  }
}

extension ExplanationRule {
  /// Whether such explanations have a category that says of which kind they are.
  fileprivate var isFiled: Bool { self[.category]?.isRequired ?? false }
}
