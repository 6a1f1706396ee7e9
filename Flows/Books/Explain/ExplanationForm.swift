import Books
import BooksClient
import Flowline
import Money

/// What was answered of a transaction: the explanation, and the receipt, which is remembered where the
/// explanation takes none.
typealias ExplanationAnswers = Booking<ExplanationContents>

/// The form by which a transaction is explained: its kind, and whatever that kind asks for.
///
/// Which fields there are, and on what each depends, is in the table of the rules (`ExplanationRule.all`);
/// how each is asked, kept and shown is in the parts.
struct ExplanationForm: Sendable {
  let flow: ExplanationFlow
  private(set) var facts: ExplanationFacts
  /// How much is explained, with its sign: the usual amount, unless another part was asked for.
  var amount: Money
  /// What was answered before, or what the explanation that is replaced has; those answers are suggested
  /// again, and kept where they are not asked for.
  var before: ExplanationAnswers?
  /// Whether what is seldom needed is asked for, too.
  var asksDetails = false

  let texts = ExplainFlow.texts

  init(of flow: ExplanationFlow, _ facts: ExplanationFacts) {
    self.flow = flow
    self.facts = facts
    amount = facts.amount
    before = facts.subject.filed.map {
      ExplanationAnswers(contents: $0.contents, receipt: flow.receipt)
    }
  }

  /// Takes the transaction as it is now; a part stays the part that it was if as much is left as before.
  mutating func renew(with facts: ExplanationFacts) {
    let isAsBefore = facts.transaction.unexplained == self.facts.transaction.unexplained
    self.facts = facts
    if !isAsBefore { amount = facts.amount }
  }

  var form: Form<ExplanationAnswers> {
    Form("explanation-form", texts("form.title", facts.transaction.text)) { answers(of: &$0) }
  }

  /// What the page comes to; nil as long as something is missing.
  private func answers(of page: inout FormPage) -> ExplanationAnswers? {
    guard let purpose = purpose(&page) else { return nil }
    let day = before?.contents.day ?? facts.transaction.day
    var contents = ExplanationContents(purpose.kind, on: day, amount)
    contents.category = purpose.category
    var isWhole = true
    for rule in purpose.kind.rule.fields where rule.field != .category || purpose.category == nil {
      guard facts.offers(rule, of: contents), !isAskedApart(rule, contents),
        let part = part(rule, contents)
      else { continue }
      let isThere = page.take(
        part, of: &contents, asking: isAsked(rule), before: before?.contents)
      isWhole = isThere && isWhole
    }
    guard let receipt = receipt(&page, purpose.kind) else { return nil }
    return isWhole ? ExplanationAnswers(contents: contents, receipt: receipt) : nil
  }

  // MARK: - Where it begins

  /// What a transaction was for: its kind, and its category if that was asked along.
  private struct Purpose: Encodable, Sendable {
    let kind: ExplanationKind
    var category: NominalCode?
  }

  /// Whether the category is asked first, from which the kind follows.
  var startsWithCategory: Bool { flow.access.startsWithCategory }

  /// Asks for the kind, or for the category, from which the kind follows, or for a kind that has none.
  private func purpose(_ page: inout FormPage) -> Purpose? {
    if locks.fixesKind, let kind = before?.contents.kind { return Purpose(kind: kind) }
    let offered = facts.context.offered
    let kinds = offered.filter { !(startsWithCategory && $0.isFiled) }.map {
      Option($0.kind.word, Purpose(kind: $0.kind), label: label(of: $0.kind))
    }
    let (suggested, all) = facts.categories { code in
      startsWithCategory
        ? offered.kind(filedUnder: code).map { Purpose(kind: $0, category: code) } : nil
    }
    let earlier = before?.contents.purpose(byCategory: startsWithCategory)
    let standard = earlier ?? (startsWithCategory ? suggested : kinds).first?.key
    return page.ask(
      ChoiceScreen(
        startsWithCategory ? "purpose" : "type", options: suggested + kinds + all,
        default: standard
      ).page {
        transactionRow
        if startsWithCategory { facts.alikeRows }
      }.likeliest(suggested.first?.key))
  }

  private func label(of kind: ExplanationKind) -> Text { texts("type.option.\(kind.word)") }

  /// What is being explained.
  private var transactionRow: Row {
    let transaction = facts.transaction
    return Row(
      texts("row.transaction"),
      texts("transaction.whole", transaction.day, transaction.text, transaction.amount),
      id: "transaction")
  }

  // MARK: - What follows from answers

  /// What cannot be changed of the explanation that is replaced: it is not asked for, and stays.
  private var locks: ExplanationLocks { flow.replaced?.locks ?? .nothing }

  /// Whether a field stays as it is, since it cannot be changed.
  func fixes(_ field: ExplanationField) -> Bool { before != nil && locks.covers(field) }

  /// Whether a field is asked for, apart from its condition.
  private func isAsked(_ rule: ExplanationFieldRule) -> Bool {
    switch rule.field {
    case let field where fixes(field): false
    case .salesTaxRate, .description: true
    case .datedOn, .rebillType, .rebillFactor: asksDetails
    default: rule.isRequired || asksDetails
    }
  }

  /// Whether a field is asked for by a form of its own: the VAT of another country, by its rates.
  private func isAskedApart(_ rule: ExplanationFieldRule, _ made: ExplanationContents) -> Bool {
    rule.field == .salesTaxRate && made.isTaxedAbroad && !fixes(.salesTaxRate)
  }
}

/// What an explanation comes to, before it is sent.
extension ExplanationForm {
  /// What is to be done with what was answered.
  enum Choice: String, Sendable, Encodable {
    case explain, details, part, leave
  }

  /// Shows what was answered, and asks what is to be done with it.
  func review(_ answers: ExplanationAnswers) throws -> some Screen<Choice> {
    let (contents, setting) = (answers.contents, facts.setting)
    let rest = try facts.transaction.unexplained.subtracting(contents.amount)
    let leave = flow.replaced == nil ? nil : texts["review.leave-as-it-is"]
    let options: [Option<Choice>?] = [
      Option(.explain), Option(.details), locks.fixesAmount ? nil : Option(.part),
      Option(.leave, label: leave),
    ]
    return ChoiceScreen("review", options: options.compactMap(\.self), default: "explain").page {
      transactionRow
      Row("type", label(of: contents.kind)).answers(purposeStep)
      Row("amount", contents.amount).answers(locks.fixesAmount ? nil : "part")
      contents.kind.rule.fields.flatMap { part($0, contents)?.rows(of: contents) ?? [] }
      receiptRows(answers)
      Row("rest", rest)
      locks.rows
      forgotten(by: answers).map { Row("forgotten", $0) }
      if setting.category(contents.category)?.isAllowable == false { Row("not-allowable") }
      if let first = setting.company.firstDay, contents.day < first { Row("before-books") }
    }.texts(in: sharedTexts)
  }

  /// The step by which the kind is answered; nil if it cannot be changed.
  private var purposeStep: StepID? {
    locks.fixesKind ? nil : startsWithCategory ? "purpose" : "type"
  }

  /// What was answered before and is no longer asked for.
  private func forgotten(by answers: ExplanationAnswers) -> [Text] {
    let asked = facts.fields(of: answers.contents).filter(isAsked).map(\.field)
    var gone = (before?.contents.draft().fields ?? [])
      .subtracting(answers.contents.draft().fields).subtracting(asked)
    if answers.receipt != answers.attachment, !keepsReceipt(answers) { gone.insert(.attachment) }
    return ExplanationField.allCases.filter(gone.contains)
      .compactMap { texts["field.\($0.rawValue)"] }
  }
}

extension ExplanationContents {
  /// The option by which a form gets to it.
  fileprivate func purpose(byCategory: Bool) -> String? {
    byCategory && kind.rule.isFiled ? category?.description : kind.word
  }
}

extension ExplanationKind {
  /// The word for it in journals and texts, such as `bill-payment`.
  var word: String { "\(self)".hyphenated }
}
