import Books
import BooksClient
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money

/// How each field is asked, kept and shown.
extension ExplanationForm {
  private typealias Question = ExplanationQuestion
  private var earlier: ExplanationContents? { before?.contents }

  /// The question of a field; nil if there is nothing to ask or to show.
  ///
  /// - Parameter made: what was answered so far, or all of it.
  func question(_ rule: ExplanationFieldRule, _ made: ExplanationContents) -> ExplanationQuestion? {
    let setting = facts.setting
    return switch rule.field {
    case .datedOn: day(made)
    case .description: description(isRequired: rule.isRequired)
    case .category: category(isRequired: rule.isRequired, made)
    case .salesTaxRate: vat(made)
    case .ecStatus: ecStatus(made)
    case .placeOfSupply: country
    case .chequeNumber: text("cheque", \.cheque, length: 1...30) { Row("cheque", $0) }
    case .receiptReference:
      text("receipt", \.receipt, length: 1...60) { Row("receipt-number", $0).answers("receipt") }
    case .attachment: receiptFile
    case .project: setting.projects.isEmpty ? nil : project
    case .rebillType:
      Question(\.rebilling, ExplanationDraft.Rebilling.screen(before: earlier?.rebilling)) {
        Row("rebill", texts("rebill.option.\($0.rawValue)"))
      }
    case .rebillFactor: made.rebilling.map(rebillFactor)
    case .paidInvoice, .paidBill: document(made)
    case .foreignCurrencyValue: facts.draft(of: made).otherCurrency.map { foreignAmount(made, $0) }
    case .paidUser: Question(\.user, "user", of: setting.users, before: earlier)
    case .transferBankAccount:
      Question(
        \.account, "other-account",
        of: setting.accounts.map { BookThing(id: $0.id, name: $0.name) }, before: earlier)
    case .stockItem: Question(\.stock, "stock", of: setting.stock, before: earlier)
    case .stockAlteringQuantity:
      Question(\.quantity, NumberScreen("quantity", in: 1...1_000_000, default: earlier?.quantity))
      {
        Row("quantity", $0)
      }
    case .assetLifeYears:
      Question(\.years, optional: NumberScreen("years", in: 1...50, default: earlier?.years)) {
        Row("years", $0)
      }
    case .disposedAsset: Question(\.asset, "asset", of: setting.assets, before: earlier)
    case .property:
      Question(\.property, propertyScreen(earlier?.property), as: { BookID($0) }) {
        Row("property", $0.text)
      }
    // The amount is asked for apart, VAT as a whole.
    case .grossValue, .salesTaxStatus, .salesTaxValue: nil
    }
  }

  // MARK: - Words and numbers

  private func text(
    _ id: StepID, _ place: WritableKeyPath<ExplanationContents, String?>, length: ClosedRange<Int>,
    row: @escaping (String) -> Row
  ) -> ExplanationQuestion {
    let screen = TextScreen(id, length: length, default: earlier?[keyPath: place])
    return Question(place, optional: screen, row: row)
  }

  private func day(_ made: ExplanationContents) -> ExplanationQuestion {
    Question { page, answers in
      let day = page.askDay(made.day, taken: made.day, in: facts.setting.company)
      answers.contents.day = day ?? made.day
      return day != nil
    } rows: {
      $0.day == facts.transaction.day ? [] : [Row("day", $0.day).answers("date")]
    }
  }

  /// What the bank wrote will do, unless somebody wants to say more; an explanation that could have had a
  /// description and has none stays without one.
  private func description(isRequired: Bool) -> ExplanationQuestion {
    let text = earlier?.description ?? String(facts.transaction.text.prefix(255))
    let screen = TextScreen("description", length: 1...255, default: text)
    var question = Question(\.description, screen) { Row("description", $0) }
    let hadNone = earlier?.kind.rule[.description] != nil && earlier?.description == nil
    let staysWithout = hadNone && !isRequired
    if !asksDetails, staysWithout || !text.isEmpty {
      question.ask = { _, answers in
        answers.contents.description = staysWithout ? nil : text
        return true
      }
    }
    return question
  }

  private var receiptFile: ExplanationQuestion {
    Question { page, answers in
      let receipt = page.askReceipt("receipt-file", answers.receipt)
      answers.receipt = receipt ?? nil
      return receipt != nil
    }
  }

  // MARK: - Category

  private func category(
    isRequired: Bool, _ made: ExplanationContents
  ) -> ExplanationQuestion {
    let groups = made.kind.rule.categories
    let (suggested, all) = categories { groups.contains($0.group) ? $0 : nil }
    let standard = earlier?.category?.description ?? (isRequired ? suggested.first?.key : nil)
    let screen = ChoiceScreen("category", options: suggested + all, default: standard)
    func row(_ code: NominalCode) -> Row {
      let label = facts.setting[code]?.label ?? Text(verbatim: code.description)
      return Row("category", label).answers(startsWithCategory ? "purpose" : "category")
    }
    func stays(_ code: NominalCode) -> Bool { groups.contains(code.group) }
    return isRequired
      ? Question(\.category, screen, if: stays, row: row)
      : Question(\.category, optional: screen, if: stays, row: row)
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
      facts.setting[suggestion.category].flatMap { option($0, why(suggestion)) }
    }
    return (suggested, facts.setting.categories.compactMap { option($0) })
  }

  private func why(_ suggestion: CategorySuggestion) -> Text {
    suggestion.word.map { texts("category.shared-word", suggestion.uses, $0) }
      ?? texts("category.same-text", suggestion.uses)
  }

  // MARK: - VAT

  private func vat(_ made: ExplanationContents) -> ExplanationQuestion {
    let question = VATQuestion(
      amount: made.amount, currency: made.amount.currency, day: made.day,
      usual: made.category.flatMap { facts.setting[$0]?.vat }, before: earlier?.vat)
    return Question { page, answers in
      let vat = question.ask(&page)
      answers.contents.vat = vat ?? nil
      return vat != nil
    } rows: {
      $0.vat?.amounts(in: $0.amount).map { [Row("vat", $0.vat), Row("net", $0.net)] } ?? []
    }
  }

  private func ecStatus(_ made: ExplanationContents) -> ExplanationQuestion {
    let valid = ECStatus.valid(on: made.day)
    return Question(\.ecStatus, valid.choice(earlier?.ecStatus), if: valid.contains) {
      Row("ec-status", texts("ec-status.option.\($0.word)"))
    }
  }

  private var country: ExplanationQuestion {
    let countries = FreeAgent.GetPlaceOfSupplyRates.countries.map { Option(named: $0, $0) }
    let screen = ChoiceScreen("country", options: countries, default: earlier?.placeOfSupply)
    return Question(\.placeOfSupply, screen) { Row("country", $0) }
  }

  // MARK: - Billing a customer

  private var project: ExplanationQuestion {
    let projects = facts.setting.projects
    return Question(\.project, optional: projects.choice("project", earlier?.project)) {
      Row("project", projects.name(of: $0))
    }
  }

  private func rebillFactor(_ way: ExplanationDraft.Rebilling) -> ExplanationQuestion {
    let screen = way.factorScreen(before: earlier?.rebilling == way ? earlier?.rebillFactor : nil)
    return Question(\.rebillFactor, screen, as: { ExactDecimal($0.description) }) {
      facts.setting.company.row(ofFactor: $0, way)
    }
  }

  // MARK: - Documents and other accounts

  private func document(_ made: ExplanationContents) -> ExplanationQuestion {
    let documents = facts.documents(for: made.kind)
    let options = documents.map { Option($0.key, $0, label: $0.name) }
    // One that is just as large is probably it.
    let likely =
      earlier?.document ?? documents.first { $0.due.positive == made.amount.positive }
    let screen = ChoiceScreen("document", options: options, default: likely?.key)
      .warning("more-than-due") { [earlier] document, _ in
        let isAsBefore =
          earlier?.amount == made.amount && earlier?.document?.key == document.key
        return isAsBefore ? nil : document.doubt(about: made.amount)
      }
    return Question(\.document, screen) { Row("document", $0.reference) }
  }

  /// What arrived before is offered, as long as the same amount went to the same place.
  private func foreignAmount(
    _ made: ExplanationContents, _ currency: Currency
  ) -> ExplanationQuestion {
    let isSame =
      earlier?.amount == made.amount && earlier?.document?.id == made.document?.id
      && earlier?.account == made.account
    let before = isSame ? earlier?.foreignAmount : nil
    let screen = AmountScreen(
      "foreign-amount", in: currency,
      default: before.flatMap { Money(exactly: $0, currency: currency) }
    ).warning("more-than-due") { amount, _ in
      let isAsBefore = before.flatMap { Money(exactly: $0, currency: currency) } == amount
      return isAsBefore ? nil : made.document?.doubt(about: amount)
    }
    return Question(\.foreignAmount, screen, as: { ExactDecimal($0) }) {
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
    guard let contact, !contact.isEmpty else {
      return texts("document.nameless", reference, due)
    }
    return texts("document.name", reference, contact, due)
  }
}
