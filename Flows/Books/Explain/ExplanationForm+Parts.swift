import Books
import BooksClient
import Flowline
import FreeAgentAPI
import Money

/// How each field is asked, kept and shown.
extension ExplanationForm {
  typealias Part = FormPart<ExplanationContents>

  private var earlier: ExplanationContents? { before?.contents }

  /// The part that is a field; nil if there is nothing to ask or to show.
  ///
  /// - Parameter made: what was answered so far, or all of it.
  func part(_ rule: ExplanationFieldRule, _ made: ExplanationContents) -> Part? {
    let setting = facts.setting
    let parts = BookedParts(setting: setting, before: earlier)
    return switch rule.field {
    case .datedOn: day(made)
    case .description: description(isRequired: rule.isRequired)
    case .category: category(isRequired: rule.isRequired, made)
    case .salesTaxRate: vat(made)
    case .ecStatus: parts.ecStatus(of: made)
    case .placeOfSupply: country
    case .chequeNumber: parts.line("cheque", \.cheque, length: 1...30) { Row("cheque", $0) }
    case .receiptReference:
      parts.line("receipt", \.receipt, length: 1...60) {
        Row("receipt-number", $0).answers("receipt")
      }
    case .project: setting.projects.isEmpty ? nil : parts.project()
    case .rebillType: parts.rebilling
    case .rebillFactor: made.rebilling.map { parts.rebillFactor($0) }
    case .paidInvoice, .paidBill: document(made)
    case .foreignCurrencyValue: facts.draft(of: made).otherCurrency.map { foreignAmount(made, $0) }
    case .paidUser: Part(\.user, "user", of: setting.users, before: earlier)
    case .transferBankAccount:
      Part(\.account, "other-account", of: setting.accounts.map(\.thing), before: earlier)
    case .stockItem: parts.stock
    case .stockAlteringQuantity: parts.quantity
    case .assetLifeYears:
      Part(
        \.years, NumberScreen("years", in: AssetLife.years, default: earlier?.years),
        isRequired: false, if: { AssetLife.years.contains($0) }
      ) { Row("years", $0) }
    case .disposedAsset: Part(\.asset, "asset", of: setting.assets, before: earlier)
    case .property: parts.property
    // The amount and the receipt are asked for apart, VAT as a whole.
    case .grossValue, .attachment, .salesTaxStatus, .salesTaxValue: nil
    }
  }

  // MARK: - What it was

  private func day(_ made: ExplanationContents) -> Part {
    Part(\.day, asking: { $0.askDay(made.day, taken: made.day, in: facts.setting.company) }) {
      $0.day == facts.transaction.day ? [] : [Row("day", $0.day).answers("date")]
    }
  }

  /// What the bank wrote will do, unless somebody wants to say more; an explanation that could have had a
  /// description and has none stays without one.
  private func description(isRequired: Bool) -> Part {
    let text = earlier?.description ?? String(facts.transaction.text.prefix(255))
    let screen = TextScreen("description", length: 1...255, default: text).texts(in: sharedTexts)
    let hadNone = earlier?.kind.rule[.description] != nil && earlier?.description == nil
    let staysWithout = hadNone && !isRequired
    if asksDetails || (text.isEmpty && !staysWithout) {
      return Part(\.description, screen) { Row("description", $0) }
    }
    let known = staysWithout ? nil : text
    return Part(\.description, asking: { _ in .some(known) }) {
      $0.description.map { [Row("description", $0)] } ?? []
    }
  }

  private func category(isRequired: Bool, _ made: ExplanationContents) -> Part {
    let groups = made.kind.rule.categories
    let (suggested, all) = facts.categories { groups.contains($0.group) ? $0 : nil }
    let standard = earlier?.category?.description ?? (isRequired ? suggested.first?.key : nil)
    let screen = ChoiceScreen.category(suggested + all, default: standard)
      .page { facts.alikeRows }.likeliest(suggested.first?.key)
    return Part(
      \.category, screen, isRequired: isRequired, if: { groups.contains($0.group) }
    ) { code in
      let label = facts.setting.category(code)?.label ?? Text(verbatim: code.description)
      return Row("category", label).answers(startsWithCategory ? "purpose" : "category")
    }
  }

  private func vat(_ made: ExplanationContents) -> Part {
    let question = vatQuestion(made, facts.setting.company.vatChoices(on: made.day))
    return Part(\.vat, asking: { question.ask(&$0) }) {
      $0.supply(in: facts.setting).amounts(paid: $0.amount, told: $0.vat)?.rows ?? []
    }
  }

  /// What asks for the VAT, of which a rate that was answered for another place is not suggested.
  private func vatQuestion(
    _ made: ExplanationContents, _ choices: VATChoices
  ) -> VATQuestion {
    var before = earlier?.vat
    if case .rate = before, earlier?.taxingCountry != made.taxingCountry { before = nil }
    return VATQuestion(
      amount: made.amount, currency: made.amount.currency, supply: made.supply(in: facts.setting),
      choices: choices, before: before)
  }

  /// The form that asks for the VAT of another country, whose rates are known only once it is.
  ///
  /// - Parameters:
  ///   - made: what was answered of everything else.
  ///   - rates: the rates of the country.
  func vatForm(
    of made: ExplanationContents, at rates: [CountryRate]
  ) -> Form<ExplanationContents.VAT> {
    let question = vatQuestion(made, VATChoices(suppliedAt: rates))
    return Form("vat-form", texts("form.title", facts.transaction.text)) {
      question.ask(&$0) ?? nil
    }
  }

  private var country: Part {
    let countries = FreeAgent.GetPlaceOfSupplyRates.countries.map { Option(named: $0, $0) }
    let before = countries.first { $0.value == earlier?.placeOfSupply }
    let screen = ChoiceScreen("country", options: countries, default: before?.key)
    return Part(\.placeOfSupply, screen) { Row("country", $0) }
  }

  // MARK: - Documents and other accounts

  private func document(_ made: ExplanationContents) -> Part {
    let documents = facts.documents(for: made.kind)
    let options = documents.map { Option($0.key, $0, label: $0.name) }
    // One that is just as large is probably it.
    let likely = earlier?.document ?? documents.first { $0.due.positive == made.amount.positive }
    let taken = documents.first {
      earlier?.amount == made.amount && earlier?.document?.key == $0.key
    }
    let screen = ChoiceScreen("document", options: options, default: likely?.key)
      .warning("more-than-due", unless: taken) { $0.doubt(about: made.amount) }
    return Part(\.document, screen) { Row("document", $0.reference) }
  }

  /// What arrived before is offered, as long as the same amount went to the same place.
  private func foreignAmount(_ made: ExplanationContents, _ currency: Currency) -> Part {
    let same = made.isSamePayment(as: earlier) ? earlier?.foreignAmount : nil
    let before = same.flatMap { Money(exactly: $0, currency: currency) }
    let screen = AmountScreen("foreign-amount", in: currency, default: before)
      .warning("more-than-due", unless: before) { made.document?.doubt(about: $0) }
    return Part(\.foreignAmount, screen, as: { ExactDecimal($0) }) {
      Row("foreign-amount", Money(exactly: $0, currency: currency).map { Text($0) } ?? Text($0))
    }
  }
}

extension BookDocument {
  /// The word for it in journals.
  fileprivate var key: String { "\(kind.rawValue)-\(id)" }

  /// What is asked back about a payment of more than is due, which the service takes; nil if it is not more,
  /// or of another currency.
  func doubt(about payment: Money) -> Text? {
    let (paid, due) = (payment.positive, due.positive)
    guard paid.currency == due.currency, paid.minorUnits > due.minorUnits else { return nil }
    return ExplainFlow.texts("document.overpaid", due, reference, paid)
  }

  /// Its number, whose it is if that is known, and what is due.
  fileprivate var name: Text {
    let texts = ExplainFlow.texts
    guard let contact, !contact.isEmpty else { return texts("document.nameless", reference, due) }
    return texts("document.name", reference, contact, due)
  }
}
