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
  ///
  /// Returns whether there is one.
  func ask(
    _ rule: ExplanationFieldRule, _ page: inout FormPage, _ made: inout ExplanationContents,
    _ draft: ExplanationDraft
  ) -> Bool {
    let before = before?.contents
    switch rule.field {
    case .datedOn:
      let day = page.ask(DateScreen("date", default: made.day))
      made.day = day ?? made.day
      return day != nil
    case .description:
      // What the bank wrote will do, unless somebody wants to say more; an explanation that could have had
      // a description and has none stays without one.
      if !asksDetails, !rule.isRequired, let before, before.description == nil,
        before.kind.rule[.description] != nil
      {
        return true
      }
      let text = before?.description ?? String(facts.transaction.text.prefix(255))
      guard asksDetails || text.isEmpty else { return put(text, &made.description) }
      let screen = TextScreen("description", length: 1...255, default: text)
      return put(page.ask(screen), &made.description)
    case .category: return askCategory(rule, before?.category, &page, &made)
    case .salesTaxRate: return askVAT(before?.vat, &page, &made)
    case .ecStatus:
      let screen = ECStatus.valid(on: made.day).choice(before?.ecStatus)
      return put(page.ask(screen), &made.ecStatus)
    case .placeOfSupply:
      let countries = FreeAgent.GetPlaceOfSupplyRates.countries.map { Option(named: $0, $0) }
      let screen = ChoiceScreen("country", options: countries, default: before?.placeOfSupply)
      return put(page.ask(screen), &made.placeOfSupply)
    case .chequeNumber:
      let screen = TextScreen("cheque", length: 1...30, default: before?.cheque)
      return put(page.ask(screen.optional()), &made.cheque)
    case .receiptReference:
      let screen = TextScreen("receipt", length: 1...60, default: before?.receipt)
      return put(page.ask(screen.optional()), &made.receipt)
    case .project:
      guard !facts.setting.projects.isEmpty else { return true }
      let screen = facts.setting.projects.choice("project", "project", before?.project)
      return put(page.ask(screen.optional()), &made.project)
    case .rebillType:
      let screen = ExplanationDraft.Rebilling.screen(before: before?.rebilling)
      return put(page.ask(screen), &made.rebilling)
    case .rebillFactor:
      guard let way = draft.rebilling else { return true }
      let screen = way.factorScreen(before: before?.rebilling == way ? before?.rebillFactor : nil)
      return put(
        page.ask(screen).flatMap { ExactDecimal($0.description) }, &made.rebillFactor)
    case .paidInvoice, .paidBill: return askDocument(before?.document, &page, &made)
    case .foreignCurrencyValue:
      guard let currency = draft.otherCurrency else { return true }
      let screen = AmountScreen(
        "foreign-amount", in: currency, default: foreignAmount(of: made, in: currency))
      let amount = page.ask(screen)
      return put(amount.map { ExactDecimal($0) }, &made.foreignAmount)
    case .paidUser:
      return put(page.ask(facts.setting.users.choice("user", "user", before?.user)), &made.user)
    case .transferBankAccount:
      let others = facts.setting.accounts.map { BookThing(id: $0.id, name: $0.name) }
      let screen = others.choice("other-account", "other-account", before?.account)
      return put(page.ask(screen), &made.account)
    case .stockItem:
      return put(page.ask(facts.setting.stock.choice("stock", "stock", before?.stock)), &made.stock)
    case .stockAlteringQuantity:
      let screen = NumberScreen("quantity", in: 1...1_000_000, default: before?.quantity)
      return put(page.ask(screen), &made.quantity)
    case .assetLifeYears:
      let screen = NumberScreen("years", in: 1...50, default: before?.years)
      return put(page.ask(screen.optional()), &made.years)
    case .disposedAsset:
      return put(
        page.ask(facts.setting.assets.choice("asset", "asset", before?.asset)), &made.asset)
    case .property:
      let number = page.ask(propertyScreen(before?.property))
      return put(number.flatMap { BookID<FreeAgent.Property>($0) }, &made.property)
    // The amount is asked apart, the VAT all together; a file is none of the contents.
    case .grossValue, .salesTaxStatus, .salesTaxValue, .attachment: return true
    }
  }

  /// Keeps what was answered to a field that is not asked for now.
  func keep(_ field: ExplanationField, _ made: inout ExplanationContents) {
    guard let before = before?.contents else { return }
    switch field {
    case .category:
      let isOfKind = before.category.map { made.kind.rule.categories.contains($0.group) }
      if isOfKind == true { made.category = before.category }
    case .ecStatus:
      if before.ecStatus?.isValid(on: made.day) == true { made.ecStatus = before.ecStatus }
    case .chequeNumber: made.cheque = before.cheque
    case .receiptReference: made.receipt = before.receipt
    case .project: made.project = before.project
    case .rebillType: made.rebilling = before.rebilling
    case .rebillFactor: made.rebillFactor = before.rebillFactor
    case .assetLifeYears: made.years = before.years
    // The day and the receipt stay anyhow; the others are always asked for, or none of the contents.
    default: break
    }
  }

  /// What arrived in another currency before, as long as the same amount went to the same place.
  private func foreignAmount(of made: ExplanationContents, in currency: Currency) -> Money? {
    guard let before = before?.contents, before.amount == made.amount,
      before.document?.id == made.document?.id, before.account == made.account
    else { return nil }
    return before.foreignAmount.flatMap { Money(exactly: $0, currency: currency) }
  }

  /// Takes an answer; false if there is none.
  private func put<Value>(_ answer: Value?, _ place: inout Value?) -> Bool {
    place = answer
    return answer != nil
  }

  /// The same for an answer that may be nothing.
  private func put<Value>(_ answer: Value??, _ place: inout Value?) -> Bool {
    place = answer ?? nil
    return answer != nil
  }

  // MARK: - Category

  private func askCategory(
    _ rule: ExplanationFieldRule, _ before: NominalCode?, _ page: inout FormPage,
    _ made: inout ExplanationContents
  ) -> Bool {
    let groups = made.kind.rule.categories
    let (suggested, all) = categories { groups.contains($0.group) ? $0 : nil }
    let before = before?.description
    guard rule.isRequired else {
      let screen = ChoiceScreen("category", options: suggested + all, default: before)
      return put(page.ask(screen.optional()), &made.category)
    }
    let screen = ChoiceScreen(
      "category", options: suggested + all, default: before ?? suggested.first?.key)
    return put(page.ask(screen), &made.category)
  }

  /// The categories as options: those that are suggested, with the reason, and all of them.
  ///
  /// - Parameter value: what an option of a category means; nil for a category that is not offered.
  func categories<Value: Encodable & Sendable>(
    _ value: (NominalCode) -> Value?
  ) -> (suggested: [Option<Value>], all: [Option<Value>]) {
    func option(_ category: BookCategory, _ detail: Text? = nil) -> Option<Value>? {
      value(category.code).map {
        Option(category.code.description, $0, label: category.label, detail: detail)
      }
    }
    let suggested = facts.subject.suggestions.compactMap { suggestion in
      facts.setting.categories.first { $0.code == suggestion.category }
        .flatMap { option($0, why(suggestion)) }
    }
    return (suggested, facts.setting.categories.compactMap { option($0) })
  }

  private func why(_ suggestion: CategorySuggestion) -> Text {
    suggestion.word.map { texts("category.shared-word", suggestion.uses, $0) }
      ?? texts("category.same-text", suggestion.uses)
  }

  // MARK: - VAT

  private func askVAT(
    _ before: ExplanationContents.VAT?, _ page: inout FormPage, _ made: inout ExplanationContents
  ) -> Bool {
    let question = VATQuestion(
      gross: made.amount.positive, currency: made.amount.currency, day: made.day,
      usual: facts.setting.categories.first { $0.code == made.category }?.vat,
      before: before?.unsigned)
    let vat = question.ask(&page)
    made.vat = vat ?? nil
    if case .amount(let amount) = made.vat, made.amount.isNegative {
      made.vat = .amount(value: (try? amount.negated()) ?? amount)
    }
    return vat != nil
  }

  // MARK: - Documents

  private func askDocument(
    _ before: BookDocument?, _ page: inout FormPage, _ made: inout ExplanationContents
  ) -> Bool {
    let kind = made.kind
    let wanted = facts.subject.documents.filter { document in
      switch kind {
      case .billPayment: document.kind == .bill && document.due.isPositive
      case .billRefund: document.kind == .bill && document.due.isNegative
      case .creditNoteRefund: document.kind == .creditNote
      default: document.kind == .invoice && document.due.isPositive
      }
    }
    let options = wanted.map { document in
      Option(
        document.key, document,
        label: texts("document.name", document.reference, document.contact, document.due))
    }
    // One that is just as large is probably it.
    let likely = before ?? wanted.first { $0.due.positive == made.amount.positive }
    return put(
      page.ask(ChoiceScreen("document", options: options, default: likely?.key)), &made.document)
  }
}

extension BookDocument {
  /// The word for it in journals.
  fileprivate var key: String { "\(kind.rawValue)-\(id)" }
}
