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
  /// How much is explained, without its sign; all that is left if nil.
  var amount: Money?
  /// Whether that is asked for, too, which is seldom needed.
  var asksDetails = false

  let texts = ExplainFlow.texts

  init(facts: ExplanationFacts, before: ExplanationContents? = nil, asksDetails: Bool = false) {
    self.facts = facts
    self.before = before
    self.asksDetails = asksDetails
  }

  var form: Form<ExplanationContents> {
    Form("explanation-form", texts("form.title", facts.transaction.text)) { page in
      contents(of: &page)
    }
  }

  /// What the page comes to; nil as long as something is missing.
  private func contents(of page: inout FormPage) -> ExplanationContents? {
    let context = facts.context
    guard let kind = page.ask(kindScreen(context)) else { return nil }
    var asked = AskedExplanation(
      contents: ExplanationContents(kind, on: before?.day ?? facts.transaction.day, value),
      rule: kind.rule, before: before?.kind == kind ? before : nil)
    for rule in kind.rule.fields where isAsked(rule) {
      guard rule.condition?.isMet(by: asked.draft, in: context) ?? true else { continue }
      ask(rule, &page, &asked)
    }
    return asked.isWhole ? asked.contents : nil
  }

  /// How much is explained, with its sign.
  private var value: Money {
    let unexplained = facts.transaction.unexplained
    guard let amount else { return unexplained }
    return unexplained.isNegative ? (try? amount.negated()) ?? unexplained : amount
  }

  /// Whether a field is asked for, apart from its condition.
  private func isAsked(_ rule: ExplanationFieldRule) -> Bool {
    switch rule.field {
    case .salesTaxRate, .rebillType, .description: true
    case .datedOn: asksDetails
    default: rule.isRequired || asksDetails
    }
  }

  private func kindScreen(_ context: ExplanationContext) -> ChoiceScreen<ExplanationKind> {
    ChoiceScreen(
      "type", options: context.offered.map { Option($0.kind.word, $0.kind) },
      default: before?.kind.word ?? context.offered.first?.kind.word)
  }
}

/// An explanation as far as it was asked.
struct AskedExplanation {
  var contents: ExplanationContents
  let rule: ExplanationRule
  /// What was answered before for the same kind.
  let before: ExplanationContents?
  /// Whether all that was asked has an answer.
  private(set) var isWhole = true
  /// What conditions look at.
  private(set) var draft: ExplanationDraft

  init(contents: ExplanationContents, rule: ExplanationRule, before: ExplanationContents?) {
    self.contents = contents
    self.rule = rule
    self.before = before
    draft = ExplanationDraft(amount: contents.amount, day: contents.day)
  }

  /// Takes an answer that must be there.
  mutating func take<Value>(
    _ answer: Value?, as field: ExplanationField, _ set: (inout ExplanationContents, Value) -> Void
  ) {
    guard let answer else { return isWhole = false }
    draft.fields.insert(field)
    set(&contents, answer)
    draft.day = contents.day
    draft.category = contents.category
    draft.ecStatus = contents.ecStatus
  }

  /// Takes an answer that may be nothing.
  mutating func takeOptional<Value>(
    _ answer: Value??, as field: ExplanationField,
    _ set: (inout ExplanationContents, Value) -> Void
  ) {
    guard let answer else { return isWhole = false }
    if let answer { take(answer, as: field, set) }
  }

  /// Notes how a customer is billed.
  mutating func note(_ rebilling: ExplanationDraft.Rebilling) { draft.rebilling = rebilling }

  /// Notes the currency of the document or of the other account.
  mutating func note(_ currency: Currency) { draft.otherCurrency = currency }
}

extension ExplanationKind {
  /// The word for it in journals and texts, such as `bill-payment`.
  var word: String {
    "\(self)".reduce(into: "") { word, letter in
      word += letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
    }
  }
}

extension BookCategory {
  /// Its code and its name.
  var label: Text { Text(verbatim: "\(code) \(name)") }
}
