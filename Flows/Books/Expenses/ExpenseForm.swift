import Books
import BooksClient
import Days
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money

/// The form by which an expense is claimed.
struct ExpenseForm: Sendable {
  let facts: ExpenseFacts
  /// What was answered before; those answers are suggested again.
  var before: ExpenseClaim?
  /// Whether what is seldom needed is asked for, too.
  var asksDetails = false

  private let texts = ExpenseFlow.texts

  init(_ facts: ExpenseFacts) { self.facts = facts }

  var form: Form<ExpenseClaim> {
    Form("expense-form", texts("form.title")) { page in claim(of: &page) }
  }

  private func claim(of page: inout FormPage) -> ExpenseClaim? {
    let fields = ClaimFields(facts, before: before)
    var draft = fields.begin(&page)
    draft.take(category, of: &page)
    if draft.contents.category?.group == .stock {
      draft.take(fields.parts.stock, of: &page)
      draft.take(fields.parts.quantity, of: &page)
    }
    // What follows depends on it, so that a page asks for it first.
    guard let (currency, isRefund) = asksDetails ? askKind(&page, &draft) : kindBefore else {
      return nil
    }
    let standard = before?.contents.amount.flatMap { try? $0.magnitude() }
    let amount = draft.require(page.ask(AmountScreen("amount", in: currency, default: standard)))
    draft.contents.amount = amount.map { isRefund ? $0 : (try? $0.negated()) ?? $0 }
    askVAT(&page, &draft, currency, amount)
    fields.askDescription(&page, &draft)
    fields.askProperty(&page, &draft)
    for detail in Detail.allCases where !asksDetails || isOffered(detail, draft.contents) {
      guard let part = part(detail, draft.contents) else { continue }
      draft.take(part, of: &page, asking: asksDetails, before: before?.contents)
    }
    fields.askReceipt(&page, &draft)
    return draft.claim
  }

  // MARK: - What it was

  var category: FormPart<ExpenseContents> {
    let options = facts.categories.compactMap { $0.option { $0 } }
    let screen = ChoiceScreen.category(
      options, default: before?.contents.category?.description)
    return FormPart(\.category, screen) { code in
      facts.category(code).map { Row("category", $0.label) }
    }
  }

  // MARK: - VAT

  private func askVAT(
    _ page: inout FormPage, _ draft: inout ClaimDraft, _ currency: Currency, _ amount: Money?
  ) {
    guard facts.company.taxation.contains(draft.contents.day) else { return }
    let native = facts.company.currency
    guard currency == native else {
      // Of a foreign currency the service takes no rate, only what can be reclaimed.
      var told: Money?
      if before?.contents.amount?.currency == currency, case .amount(let vat) = before?.contents.vat
      {
        told = vat
      }
      let screen = AmountScreen(
        "vat-native", in: native, minorUnits: 0...Int64.max, default: told)
      let vat = draft.require(page.ask(screen.optional()))
      draft.contents.vat = vat.flatMap(\.self).map { .amount(value: $0) }
      return
    }
    // The status is asked for afterwards: until then the one from before counts.
    var contents = draft.contents
    contents.ecStatus = before?.contents.ecStatus
    let question = VATQuestion(
      amount: amount, currency: native, supply: contents.supply(in: facts),
      choices: facts.company.vatChoices(on: contents.day), offersUsual: true,
      before: before?.contents.vat)
    draft.contents.vat = draft.require(question.ask(&page)) ?? nil
  }
}
