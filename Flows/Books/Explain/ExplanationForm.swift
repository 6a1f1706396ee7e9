import Books
import BooksClient
import Days
import Flowline
import Money

/// The form by which a transaction is explained: its kind, and whatever that kind asks for.
///
/// Which fields there are, and on what each depends, is in the table of the rules (`ExplanationRule.all`);
/// here is how each is asked.
struct ExplanationForm: Sendable {
  let facts: ExplanationFacts
  /// What was answered before; those answers are suggested again.
  var before: ExplanationContents?
  /// How much is explained, with its sign.
  var value: Money
  /// Whether that is asked for, too, which is seldom needed.
  var asksDetails = false

  let texts = ExplainFlow.texts

  init(facts: ExplanationFacts, asksDetails: Bool = false) {
    self.facts = facts
    self.asksDetails = asksDetails
    value = facts.transaction.unexplained
  }

  var form: Form<ExplanationContents> {
    Form("explanation-form", texts("form.title", facts.transaction.text)) { page in
      contents(of: &page)
    }
  }

  /// What the page comes to; nil as long as something is missing.
  private func contents(of page: inout FormPage) -> ExplanationContents? {
    let context = facts.context
    let kinds = context.offered.map { Option($0.kind.word, $0.kind) }
    let screen = ChoiceScreen(
      "type", options: kinds, default: before?.kind.word ?? kinds.first?.key)
    guard let kind = page.ask(screen) else { return nil }
    var contents = ExplanationContents(kind, on: before?.day ?? facts.transaction.day, value)
    var isWhole = true
    for rule in kind.rule.fields where isAsked(rule) {
      let other = facts.setting.accounts.first { $0.id == contents.account }?.currency
      let draft = contents.draft(otherCurrency: other)
      guard rule.condition?.isMet(by: draft, in: context) ?? true else { continue }
      isWhole = ask(rule, &page, &contents, draft) && isWhole
    }
    return isWhole ? contents : nil
  }

  /// Whether a field is asked for, apart from its condition.
  private func isAsked(_ rule: ExplanationFieldRule) -> Bool {
    switch rule.field {
    case .salesTaxRate, .rebillType, .description: true
    case .datedOn: asksDetails
    default: rule.isRequired || asksDetails
    }
  }
}

extension ExplanationKind {
  /// The word for it in journals and texts, such as `bill-payment`.
  var word: String { "\(self)".hyphenated }
}
