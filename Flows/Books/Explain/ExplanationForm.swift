import Books
import BooksClient
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
  var attachment: KeptFile? { contents.kind.rule[.attachment] == nil ? nil : receipt }
}

/// The form by which a transaction is explained: its kind, and whatever that kind asks for.
///
/// Which fields there are, and on what each depends, is in the table of the rules (`ExplanationRule.all`);
/// how each is asked, kept and shown is in the questions.
struct ExplanationForm: Sendable {
  var facts: ExplanationFacts
  /// Whether the category is asked first, from which the kind follows.
  let startsWithCategory: Bool
  /// Whether it takes the place of an explanation that is there already.
  let isReplacing: Bool
  /// The receipt of that explanation; nil if there is none.
  let receipt: KeptFile?
  /// How much is explained, with its sign: what is left, or as much as the explanation that is replaced, unless
  /// another part was asked for.
  var amount: Money
  /// What was answered before, or what the explanation that is replaced has; those answers are suggested
  /// again, and kept where they are not asked for.
  var before: ExplanationAnswers?
  /// Whether what is seldom needed is asked for, too.
  var asksDetails = false

  let texts = ExplainFlow.texts

  init(
    facts: ExplanationFacts, startsWithCategory: Bool, isReplacing: Bool, receipt: KeptFile?
  ) {
    self.facts = facts
    self.startsWithCategory = startsWithCategory
    self.isReplacing = isReplacing
    self.receipt = receipt
    amount = facts.amount
    before = facts.subject.filed.map { ExplanationAnswers(contents: $0.contents, receipt: receipt) }
  }

  /// Takes the transaction as it is now; a part stays the part that it was if as much is left as before.
  mutating func renew(with facts: ExplanationFacts) {
    let isAsBefore = facts.transaction.unexplained == self.facts.transaction.unexplained
    self.facts = facts
    if !isAsBefore { amount = facts.amount }
  }

  var form: Form<ExplanationAnswers> {
    Form("explanation-form", texts("form.title", facts.transaction.text)) { page in
      answers(of: &page)
    }
  }

  /// What the page comes to; nil as long as something is missing.
  private func answers(of page: inout FormPage) -> ExplanationAnswers? {
    guard let purpose = purpose(&page) else { return nil }
    let day = before?.contents.day ?? facts.transaction.day
    var answers = ExplanationAnswers(contents: ExplanationContents(purpose.kind, on: day, amount))
    answers.contents.category = purpose.category
    answers.receipt = before.map(\.receipt) ?? receipt
    var isWhole = true
    let context = facts.context
    for rule in purpose.kind.rule.fields where rule.field != .category || purpose.category == nil {
      let draft = facts.draft(of: answers.contents)
      guard rule.condition?.isMet(by: draft, in: context) ?? true,
        let question = question(rule, answers.contents)
      else { continue }
      if isAsked(rule) {
        isWhole = question.ask(&page, &answers) && isWhole
      } else if let before {
        question.keep(before.contents, &answers.contents)
      }
    }
    return isWhole ? answers : nil
  }

  // MARK: - Where it begins

  /// What a transaction was for: its kind, and its category if that was asked along.
  private struct Purpose: Encodable, Sendable {
    let kind: ExplanationKind
    var category: NominalCode?
  }

  /// Asks for the kind, or for the category, from which the kind follows, or for a kind that has none.
  private func purpose(_ page: inout FormPage) -> Purpose? {
    let (rules, before) = (facts.context.offered, before?.contents)
    func kinds(_ rules: [ExplanationRule]) -> [Option<Purpose>] {
      rules.map {
        Option($0.kind.word, Purpose(kind: $0.kind), label: texts("type.option.\($0.kind.word)"))
      }
    }
    guard startsWithCategory else {
      let standard = before?.kind.word ?? rules.first?.kind.word
      return page.ask(
        ChoiceScreen("type", options: kinds(rules), default: standard).page { transactionRow })
    }
    let (suggested, all) = categories { code in
      rules.first { $0.isFiled && $0.categories.contains(code.group) }
        .map { Purpose(kind: $0.kind, category: code) }
    }
    let earlier = before.flatMap {
      $0.kind.rule.isFiled ? $0.category?.description : $0.kind.word
    }
    return page.ask(
      ChoiceScreen(
        "purpose", options: suggested + kinds(rules.filter { !$0.isFiled }) + all,
        default: earlier ?? suggested.first?.key
      ).page { transactionRow })
  }

  /// What is being explained.
  var transactionRow: Row {
    let transaction = facts.transaction
    return Row(
      texts("row.transaction"),
      texts("transaction.whole", transaction.day, transaction.text, transaction.amount),
      id: "transaction")
  }

  // MARK: - What follows from answers

  /// Whether a field is asked for, apart from its condition.
  private func isAsked(_ rule: ExplanationFieldRule) -> Bool {
    switch rule.field {
    case .salesTaxRate, .description: true
    case .datedOn, .rebillType, .rebillFactor: asksDetails
    default: rule.isRequired || asksDetails
    }
  }

  /// Whether the receipt of the explanation that is replaced stays where it is: nothing is attached.
  func keepsReceipt(_ answers: ExplanationAnswers) -> Bool {
    isReplacing && answers.receipt == receipt
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
    let leave = isReplacing ? texts["review.leave-as-it-is"] : nil
    return ChoiceScreen(
      "review",
      options: [Option(.explain), Option(.details), Option(.part), Option(.leave, label: leave)],
      default: "explain"
    ).page {
      transactionRow
      Row("type", texts("type.option.\(contents.kind.word)"))
        .answers(startsWithCategory ? "purpose" : "type")
      Row("amount", contents.amount).answers("part")
      contents.kind.rule.fields.flatMap { question($0, contents)?.rows(contents) ?? [] }
      if let file = keepsReceipt(answers) ? receipt : answers.attachment {
        Row("receipt", file: file).answers("receipt-file")
      }
      Row("rest", rest)
      forgotten(by: answers).map { Row("forgotten", $0) }
      if let code = contents.category, setting[code]?.isAllowable == false { Row("not-allowable") }
      if let first = setting.company.firstDay, contents.day < first { Row("before-books") }
    }
  }

  /// What was answered before and is no longer asked for.
  private func forgotten(by answers: ExplanationAnswers) -> [Text] {
    let draft = facts.draft(of: answers.contents)
    let asked = answers.contents.kind.rule.fields(for: draft, in: facts.context).filter(isAsked)
    var gone = (before?.contents.draft().fields ?? []).subtracting(draft.fields)
      .subtracting(asked.map(\.field))
    if answers.receipt != answers.attachment, !keepsReceipt(answers) { gone.insert(.attachment) }
    return ExplanationField.allCases.filter(gone.contains)
      .compactMap { texts["field.\($0.rawValue)"] }
  }
}

extension ExplanationRule {
  /// Whether such explanations have a category that says of which kind they are.
  fileprivate var isFiled: Bool { self[.category]?.isRequired ?? false }
}

extension ExplanationKind {
  /// The word for it in journals and texts, such as `bill-payment`.
  var word: String { "\(self)".hyphenated }
}

extension ExplanationFacts {
  /// How much is explained unless a part is asked for, with its sign.
  fileprivate var amount: Money { subject.filed?.contents.amount ?? transaction.unexplained }
}
