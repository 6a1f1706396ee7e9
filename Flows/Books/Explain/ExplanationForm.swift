import Books
import BooksClient
import Days
import Flowline
import Money

/// What was answered of a transaction: the explanation, and the receipt.
struct ExplanationAnswers: Codable, Sendable {
  var contents: ExplanationContents
  /// The receipt; nil if there is none.
  ///
  /// It is remembered where the explanation takes none.
  var receipt: KeptFile?

  /// The receipt that goes along.
  var attachment: KeptFile? { contents.kind.takesReceipts ? receipt : nil }
}

/// The form by which a transaction is explained: its kind, and whatever that kind asks for.
///
/// Which fields there are, and on what each depends, is in the table of the rules (`ExplanationRule.all`);
/// here is how each is asked.
struct ExplanationForm: Sendable {
  let facts: ExplanationFacts
  /// The receipt there is already, as long as nothing was answered; nil if there is none.
  let receipt: KeptFile?
  /// What was answered before, or what the explanation that is replaced has; those answers are suggested
  /// again, and kept where they are not asked for.
  var before: ExplanationAnswers?
  /// How much is explained, with its sign: what is left, or as much as the one that is replaced explains,
  /// unless another part was asked for.
  var value: Money
  /// Whether that is asked for, too, which is seldom needed.
  var asksDetails = false
  /// Whether the category is asked first, of which the kind follows.
  let startsWithCategory: Bool

  let texts = ExplainFlow.texts

  init(
    facts: ExplanationFacts, receipt: KeptFile? = nil, startsWithCategory: Bool,
    asksDetails: Bool = false
  ) {
    self.facts = facts
    self.receipt = receipt
    self.startsWithCategory = startsWithCategory
    self.asksDetails = asksDetails
    value = facts.subject.filed?.contents.amount ?? facts.transaction.unexplained
  }

  var form: Form<ExplanationAnswers> {
    Form("explanation-form", texts("form.title", facts.transaction.text)) { page in
      answers(of: &page)
    }
  }

  /// What the page comes to; nil as long as something is missing.
  private func answers(of page: inout FormPage) -> ExplanationAnswers? {
    let context = facts.context
    guard let purpose = startsWithCategory ? purpose(&page) : type(&page) else { return nil }
    var answers = ExplanationAnswers(
      contents: ExplanationContents(
        purpose.kind, on: before?.contents.day ?? facts.transaction.day, value))
    answers.contents.category = purpose.category
    // It stays where nobody is asked about it.
    answers.receipt = before.map(\.receipt) ?? receipt
    var isWhole = true
    for rule in purpose.kind.rule.fields {
      if rule.field == .category, purpose.category != nil { continue }
      let draft = draft(of: answers.contents)
      guard rule.condition?.isMet(by: draft, in: context) ?? true else { continue }
      guard isAsked(rule) else {
        keep(rule.field, &answers.contents)
        continue
      }
      if rule.field == .attachment {
        let receipt = page.askReceipt("receipt-file", answers.receipt)
        answers.receipt = receipt ?? nil
        isWhole = receipt != nil && isWhole
      } else {
        isWhole = ask(rule, &page, &answers.contents, draft) && isWhole
      }
    }
    return isWhole ? answers : nil
  }

  // MARK: - Where it begins

  /// What a transaction was for: its kind, and its category if that was asked along.
  struct Purpose: Encodable, Sendable {
    let kind: ExplanationKind
    var category: NominalCode?
  }

  /// Asks for the kind.
  private func type(_ page: inout FormPage) -> Purpose? {
    let kinds = facts.context.offered.map { Option($0.kind.word, Purpose(kind: $0.kind)) }
    let standard = before?.contents.kind.word ?? kinds.first?.key
    return page.ask(
      ChoiceScreen("type", options: kinds, default: standard).page { transactionRow })
  }

  /// What is being explained.
  var transactionRow: Row {
    let transaction = facts.transaction
    return Row(
      texts("row.transaction"),
      texts("transaction.whole", transaction.day, transaction.text, transaction.amount),
      id: "transaction")
  }

  /// Whether a field is asked for, apart from its condition.
  private func isAsked(_ rule: ExplanationFieldRule) -> Bool {
    switch rule.field {
    case .salesTaxRate, .description: true
    case .datedOn, .rebillType, .rebillFactor: asksDetails
    default: rule.isRequired || asksDetails
    }
  }

  // MARK: - What follows from answers

  /// What the rules look at.
  func draft(of contents: ExplanationContents) -> ExplanationDraft {
    let other = facts.setting.accounts.first { $0.id == contents.account }?.currency
    return contents.draft(otherCurrency: other)
  }

  /// The fields that were asked for on the way to an explanation.
  func asked(for contents: ExplanationContents) -> Set<ExplanationField> {
    let fields = contents.kind.rule.fields(for: draft(of: contents), in: facts.context)
    return Set(fields.filter(isAsked).map(\.field))
  }
}

extension ExplanationKind {
  /// Whether a receipt can be attached.
  var takesReceipts: Bool { rule.fields.contains { $0.field == .attachment } }

  /// The word for it in journals and texts, such as `bill-payment`.
  var word: String { "\(self)".hyphenated }
}
