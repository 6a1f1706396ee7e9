import Books
import BooksClient
import Days
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money

/// How each field is asked.
extension ExplanationForm {
  /// Asks for a field, and takes its answer.
  func ask(
    _ rule: ExplanationFieldRule, _ page: inout FormPage, _ asked: inout AskedExplanation
  ) {
    let field = rule.field
    let before = asked.before
    switch field {
    case .datedOn:
      asked.take(page.ask(DateScreen("date", default: asked.contents.day)), as: field) {
        $0.day = $1
      }
    case .description: askDescription(&page, &asked)
    case .category: askCategory(rule, &page, &asked)
    case .salesTaxRate: askVAT(&page, &asked)
    case .ecStatus: askECStatus(&page, &asked)
    case .placeOfSupply:
      let countries = FreeAgent.GetPlaceOfSupplyRates.countries.map { Option(named: $0, $0) }
      asked.take(page.ask(ChoiceScreen("country", options: countries)), as: field) {
        $0.placeOfSupply = $1
      }
    case .chequeNumber:
      asked.takeOptional(page.ask(TextScreen("cheque", length: 1...30).optional()), as: field) {
        $0.cheque = $1
      }
    case .receiptReference:
      asked.takeOptional(page.ask(TextScreen("receipt", length: 1...60).optional()), as: field) {
        $0.receipt = $1
      }
    case .project:
      guard !facts.projects.isEmpty else { return }
      asked.takeOptional(page.ask(choice("project", facts.projects).optional()), as: field) {
        $0.project = $1
      }
    case .rebillType, .rebillFactor: askRebilling(field, &page, &asked)
    case .paidInvoice, .paidBill: askDocument(field, &page, &asked)
    case .foreignCurrencyValue: askForeignAmount(&page, &asked)
    case .paidUser:
      asked.take(page.ask(choice("user", facts.users, before?.user)), as: field) { $0.user = $1 }
    case .transferBankAccount: askAccount(&page, &asked)
    case .stockItem:
      asked.take(page.ask(choice("stock", facts.stock, before?.stock)), as: field) {
        $0.stock = $1
      }
    case .stockAlteringQuantity:
      let screen = NumberScreen("quantity", in: 1...1_000_000, default: before?.quantity)
      asked.take(page.ask(screen), as: field) { $0.quantity = $1 }
    case .assetLifeYears:
      asked.takeOptional(page.ask(NumberScreen("years", in: 1...50).optional()), as: field) {
        $0.years = $1
      }
    case .disposedAsset:
      asked.take(page.ask(choice("asset", facts.assets, before?.asset)), as: field) {
        $0.asset = $1
      }
    // The amount is asked apart; the others are asked together with the rate, or by other flows.
    case .grossValue, .salesTaxStatus, .salesTaxValue, .attachment, .property: return
    }
  }

  private func choice<Target>(
    _ id: StepID, _ things: [BookThing<Target>], _ before: BookID<Target>? = nil
  ) -> ChoiceScreen<BookID<Target>> {
    ChoiceScreen(
      id, options: things.map { Option($0.id.text, $0.id, label: Text(verbatim: $0.name)) },
      default: before?.text)
  }

  /// What the bank wrote will do, unless somebody wants to say more.
  private func askDescription(_ page: inout FormPage, _ asked: inout AskedExplanation) {
    let text = asked.before?.description ?? String(facts.transaction.text.prefix(255))
    let isKnown = !text.isEmpty && !asksDetails
    let answer =
      isKnown ? text : page.ask(TextScreen("description", length: 1...255, default: text))
    asked.take(answer, as: .description) { $0.description = $1 }
  }

  // MARK: - Category

  private func askCategory(
    _ rule: ExplanationFieldRule, _ page: inout FormPage, _ asked: inout AskedExplanation
  ) {
    let allowed = facts.categories.filter { asked.rule.categories.contains($0.code.group) }
    let suggested = facts.suggestions.filter { suggestion in
      allowed.contains { $0.code == suggestion.category }
    }
    // What is suggested comes first, with the reason.
    let first = suggested.compactMap { suggestion in
      allowed.first { $0.code == suggestion.category }.map { ($0, suggestion) }
    }
    let rest = allowed.filter { category in !first.contains { $0.0.code == category.code } }
    let options =
      first.map { Option($0.0.code.description, $0.0.code, label: $0.0.label, detail: why($0.1)) }
      + rest.map { Option($0.code.description, $0.code, label: $0.label) }
    let screen = ChoiceScreen(
      "category", options: options,
      default: (asked.before?.category ?? first.first?.0.code)?.description)
    if rule.isRequired {
      asked.take(page.ask(screen), as: .category) { $0.category = $1 }
    } else {
      asked.takeOptional(page.ask(screen.optional()), as: .category) { $0.category = $1 }
    }
  }

  private func why(_ suggestion: CategorySuggestion) -> Text {
    suggestion.word.map { texts("category.shared-word", suggestion.uses, $0) }
      ?? texts("category.same-text", suggestion.uses)
  }

  // MARK: - VAT

  /// A way of telling the VAT.
  private enum VATChoice: String, CaseIterable, Sendable, Encodable {
    case standard, reduced, zero, exempt, outside, amount

    var treatment: VATTreatment? {
      switch self {
      case .standard: .standard
      case .reduced: .reduced
      case .zero: .zero
      case .exempt: .exempt
      case .outside: .outsideTheScope
      case .amount: nil
      }
    }

    init(_ treatment: VATTreatment?) {
      self = Self.allCases.first { $0.treatment == treatment && treatment != nil } ?? .standard
    }
  }

  private func askVAT(_ page: inout FormPage, _ asked: inout AskedExplanation) {
    let category = facts.categories.first { $0.code == asked.contents.category }
    let options = VATChoice.allCases.map { choice in
      Option(choice, detail: included(choice, in: asked.contents))
    }
    let screen = ChoiceScreen("vat", options: options, default: VATChoice(category?.vat).rawValue)
    guard let choice = page.ask(screen) else {
      return asked.take(nil as VATChoice?, as: .salesTaxRate) { _, _ in }
    }
    let day = asked.contents.day
    if choice == .amount {
      let most = (try? asked.contents.amount.magnitude())?.minorUnits ?? 0
      let amount = page.ask(
        AmountScreen("vat-amount", in: asked.contents.amount.currency, minorUnits: 0...most))
      asked.take(amount, as: .salesTaxValue) { contents, vat in
        contents.vat = .amount(contents.amount.isNegative ? (try? vat.negated()) ?? vat : vat)
      }
    } else {
      asked.take(choice, as: .salesTaxRate) { contents, choice in
        guard let treatment = choice.treatment else { return }
        contents.vat = treatment.rate(on: day).map { .rate($0.percent) } ?? .untaxed(treatment)
      }
    }
  }

  /// How much VAT is in the amount at a rate; nil if there is none.
  private func included(_ choice: VATChoice, in contents: ExplanationContents) -> Text? {
    guard let rate = choice.treatment?.rate(on: contents.day), rate != .zero,
      let gross = try? contents.amount.magnitude(),
      let amounts = try? VATAmounts(gross: gross, rate: rate)
    else { return nil }
    return texts("vat.included", amounts.vat)
  }

  private func askECStatus(_ page: inout FormPage, _ asked: inout AskedExplanation) {
    let options = ECStatus.valid(on: asked.contents.day).map { Option("\($0)", $0) }
    let screen = ChoiceScreen(
      "ec-status", options: options, default: "\(asked.before?.ecStatus ?? .ukOrNonEC)")
    asked.take(page.ask(screen), as: .ecStatus) { contents, status in
      contents.ecStatus = status == .ukOrNonEC ? nil : status
    }
  }

  // MARK: - Customers

  private func askRebilling(
    _ field: ExplanationField, _ page: inout FormPage, _ asked: inout AskedExplanation
  ) {
    if field == .rebillType {
      let kinds: [(String, ExplanationDraft.Rebilling)] = [
        ("cost", .cost), ("markup", .markup), ("price", .price),
      ]
      let screen = ChoiceScreen(
        "rebill", options: kinds.map { Option($0.0, $0.0) }, default: "cost")
      let word = page.ask(screen)
      asked.take(word, as: field) { contents, word in
        if word == "cost" { contents.rebilling = .cost }
      }
      if let kind = kinds.first(where: { $0.0 == word })?.1 { asked.note(kind) }
    } else {
      let isMarkup = asked.draft.rebilling == .markup
      let factor = page.ask(DecimalScreen(isMarkup ? "markup" : "price", from: 0))
      asked.take(factor.flatMap { ExactDecimal($0.description) }, as: field) { contents, factor in
        contents.rebilling = isMarkup ? .markup(factor) : .price(factor)
      }
    }
  }

  private func askDocument(
    _ field: ExplanationField, _ page: inout FormPage, _ asked: inout AskedExplanation
  ) {
    let kind = asked.contents.kind
    let wanted = facts.documents.filter { document in
      switch kind {
      case .billPayment: document.kind == .bill && document.due.isPositive
      case .billRefund: document.kind == .bill && document.due.isNegative
      case .creditNoteRefund: document.kind == .creditNote
      default: document.kind == .invoice
      }
    }
    let options = wanted.map { document in
      Option(
        "\(document.kind.rawValue)-\(document.id)", document,
        label: texts("document.label", document.reference, document.contact, document.due))
    }
    // One that is just as large is probably it.
    let amount = try? asked.contents.amount.magnitude()
    let likely =
      asked.before?.document ?? wanted.first { (try? $0.due.magnitude()) == amount }
    let screen = ChoiceScreen(
      "document", options: options, default: likely.map { "\($0.kind.rawValue)-\($0.id)" })
    let document = page.ask(screen)
    asked.take(document, as: field) { $0.document = $1 }
    if let document { asked.note(document.due.currency) }
  }

  // MARK: - Accounts

  private func askAccount(_ page: inout FormPage, _ asked: inout AskedExplanation) {
    let options = facts.accounts.map { Option($0.id.text, $0, label: Text(verbatim: $0.name)) }
    let account = page.ask(
      ChoiceScreen("other-account", options: options, default: asked.before?.account?.text))
    asked.take(account, as: .transferBankAccount) { $0.account = $1.id }
    if let account { asked.note(account.currency) }
  }

  private func askForeignAmount(_ page: inout FormPage, _ asked: inout AskedExplanation) {
    guard let currency = asked.draft.otherCurrency else { return }
    let amount = page.ask(AmountScreen("foreign-amount", in: currency))
    asked.take(amount, as: .foreignCurrencyValue) { contents, amount in
      contents.foreignAmount = ExactDecimal(amount)
    }
  }
}
