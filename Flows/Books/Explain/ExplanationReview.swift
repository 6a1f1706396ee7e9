import Books
import BooksClient
import Days
import Flowline
import Money

/// What an explanation comes to, before it is sent.
struct ExplanationReview {
  /// The form that was answered, with what had been answered before.
  let form: ExplanationForm
  let answers: ExplanationAnswers
  /// Whether it takes the place of another one.
  let isReplacing: Bool
  /// Whether the receipt that is there already stays where it is.
  let keepsReceipt: Bool

  /// What is to be done with what was answered.
  enum Choice: String, Sendable, Encodable {
    case explain, details, part, leave
  }

  private var texts: TextCatalog { ExplainFlow.texts }
  private var facts: ExplanationFacts { form.facts }
  private var contents: ExplanationContents { answers.contents }

  /// The question.
  func screen() throws -> some Screen<Choice> {
    let transaction = facts.transaction
    let rest = try transaction.unexplained.subtracting(contents.amount)
    let rows = try contents.kind.rule.fields.flatMap { try self.rows(of: $0.field) }
    let leave =
      isReplacing
      ? Option("leave", Choice.leave, label: texts("review.leave-as-it-is")) : Option(.leave)
    return ChoiceScreen(
      "review", options: [Option(Choice.explain), Option(.details), Option(.part), leave],
      default: "explain"
    ).page {
      form.transactionRow
      Row("type", texts("type.option.\(contents.kind.word)")).answers(start)
      rows
      if let file = keepsReceipt ? form.receipt : answers.attachment {
        Row("receipt", file: file).answers("receipt-file")
      }
      Row("rest", rest)
      forgotten.map { Row("forgotten", $0) }
      if category?.isAllowable == false { Row("not-allowable") }
      if let first = facts.setting.company.firstDay, contents.day < first { Row("before-books") }
    }
  }

  // MARK: - What was answered

  /// The question that the explanation begins with.
  private var start: StepID { form.startsWithCategory ? "purpose" : "type" }

  private var category: BookCategory? {
    facts.setting.categories.first { $0.code == contents.category }
  }

  /// The rows of a field, in the order of the form; none if it has no answer, or the usual one.
  private func rows(of field: ExplanationField) throws -> [Row] {
    let vat = try field == .salesTaxRate ? vat : nil
    let setting = facts.setting
    let rows: [Row?] =
      switch field {
      case .datedOn:
        [contents.day == facts.transaction.day ? nil : Row("day", contents.day).answers("date")]
      case .grossValue: [Row("amount", contents.amount).answers("part")]
      case .description: [contents.description.map { Row("description", $0) }]
      case .category:
        [
          contents.category.map {
            Row("category", category?.label ?? Text(verbatim: $0.description))
              .answers(form.startsWithCategory ? start : "category")
          }
        ]
      case .salesTaxRate: [vat.map { Row("vat", $0.vat) }, vat.map { Row("net", $0.net) }]
      case .ecStatus:
        [contents.ecStatus.map { Row("ec-status", texts("ec-status.option.\($0.word)")) }]
      case .placeOfSupply: [contents.placeOfSupply.map { Row("country", $0) }]
      case .chequeNumber: [contents.cheque.map { Row("cheque", $0) }]
      case .receiptReference:
        [contents.receipt.map { Row("receipt-number", $0).answers("receipt") }]
      case .project: [contents.project.map { Row("project", setting.projects.name(of: $0)) }]
      case .rebillType:
        [contents.rebilling.map { Row("rebill", texts("rebill.option.\($0.rawValue)")) }]
      case .rebillFactor:
        [setting.company.row(ofFactor: contents.rebillFactor, contents.rebilling)]
      case .paidInvoice, .paidBill: [contents.document.map { Row("document", $0.reference) }]
      case .foreignCurrencyValue: [foreignAmount]
      case .paidUser: [contents.user.map { Row("user", setting.users.name(of: $0)) }]
      case .transferBankAccount: [otherAccount]
      case .stockItem: [contents.stock.map { Row("stock", setting.stock.name(of: $0)) }]
      case .stockAlteringQuantity: [contents.quantity.map { Row("quantity", $0) }]
      case .assetLifeYears: [contents.years.map { Row("years", $0) }]
      case .disposedAsset: [contents.asset.map { Row("asset", setting.assets.name(of: $0)) }]
      case .property: [contents.property.map { Row("property", $0.text) }]
      // The VAT is shown once; a receipt is also shown if the kind asks for none.
      case .salesTaxStatus, .salesTaxValue, .attachment: []
      }
    return rows.compactMap(\.self)
  }

  /// The VAT in what was answered; nil if there is none.
  private var vat: VATAmounts? {
    get throws {
      let gross = try contents.amount.magnitude()
      return switch contents.vat {
      case .rate(let percent):
        try VATRate(percent: percent).map { try VATAmounts(gross: gross, rate: $0) }
      case .amount(let amount): try VATAmounts(gross: gross, vat: amount.magnitude())
      case .untaxed, nil: nil
      }
    }
  }

  private var otherAccount: Row? {
    guard let id = contents.account else { return nil }
    let account = facts.setting.accounts.first { $0.id == id }
    return Row("other-account", account?.name ?? id.text)
  }

  private var foreignAmount: Row? {
    guard let value = contents.foreignAmount else { return nil }
    let amount = form.draft(of: contents).otherCurrency.flatMap {
      Money(exactly: value, currency: $0)
    }
    return amount.map { Row("foreign-amount", $0) } ?? Row("foreign-amount", Text(value))
  }

  // MARK: - What is gone

  /// What was answered before and is no longer asked for.
  private var forgotten: [Text] {
    let before = form.before?.contents.draft().fields ?? []
    var gone = before.subtracting(contents.draft().fields).subtracting(form.asked(for: contents))
    if answers.receipt != answers.attachment, !keepsReceipt { gone.insert(.attachment) }
    return ExplanationField.allCases.filter(gone.contains)
      .compactMap { texts["field.\($0.rawValue)"] }
  }
}
