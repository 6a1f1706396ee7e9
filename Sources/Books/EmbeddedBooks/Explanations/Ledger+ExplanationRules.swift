import Books
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// Finds the kind of an explanation by the table of kinds, and all that is wrong with it.
  ///
  /// - Parameters:
  ///   - input: the explanation.
  ///   - unexplained: what is left of its transaction, what it had before included.
  /// - Returns: the kind.
  /// - Throws: 422 with all that is wrong.
  func kind(of input: ExplanationInput, unexplained: Money) throws -> ExplanationKind {
    let company = try companyFacts()
    let account = try found(.bankAccount, input.account)
    let context = ExplanationContext(
      company: company.kind, registration: company.registration,
      isInNorthernIreland: company.isInNorthernIreland, nativeCurrency: company.currency,
      isPersonal: account["isPersonal"], unexplained: unexplained, things: try things())
    let draft = input.draft
    var texts = context.problems(with: draft).compactMap(\.text)
    if let status = input.record.ecStatus, draft.ecStatus == nil {
      texts.append("Ec status “\(status)” is not included in the list")
    }
    if draft.ecStatus == .moss, let place = input.record.placeOfSupply, !place.isEmpty,
      !FreeAgent.GetPlaceOfSupplyRates.countries.contains(place)
    {
      texts.append(FreeAgent.Failure.sentence("place_of_supply", "is not included in the list"))
    }
    if let begin = company.booksBegin, input.day < begin {
      texts.append("Dated on must be on or after \(begin)")
    }
    if let reason = try accountLockReason(on: input.day) { texts.append(reason) }
    // An instalment pays the bill of its hire purchase.
    if let category = input.category, category.isOfHirePurchase,
      let text = ExplanationProblem.category(category.code).text
    {
      texts.append(text)
    }
    if draft.rebilling == nil, input.record.rebillType != nil {
      texts.append("Rebill type is not included in the list")
    }
    guard texts.isEmpty, let kind = ExplanationKind(of: draft) else {
      throw FreeAgent.Failure.unprocessable(texts)
    }
    return kind
  }

  /// What there is to be paid, sold or transferred to.
  private func things() throws -> Set<ExplanationContext.Thing> {
    let open = "state = 'sent' AND settled"
    let queries: [(ExplanationContext.Thing, String)] = [
      (.openBill, "SELECT 1 FROM bill WHERE total > 0 AND settled < total"),
      (.openBillRefund, "SELECT 1 FROM bill WHERE total < 0 AND settled > total"),
      (
        .openInvoice,
        "SELECT 1 FROM document WHERE kind = 'invoice' AND total > 0 AND \(open) < total"
      ),
      (
        .openCreditNote,
        "SELECT 1 FROM document WHERE kind <> 'estimate' AND total < 0 AND \(open) > total"
      ),
      (.anotherAccount, "SELECT 1 FROM bankAccount LIMIT 1 OFFSET 1"),
      (.capitalAsset, "SELECT 1 FROM capitalAsset WHERE disposedOn IS NULL"),
      (.stockItem, "SELECT 1 FROM stockItem"),
    ]
    return Set(try queries.filter { try exists($0.1) }.map(\.0))
  }
}

extension ExplanationProblem {
  /// What is wrong, in the service's words as far as they are known; nil if the service passes over it.
  var text: String? {
    switch self {
    case .noKind, .missing(.category): blank("category")
    case .missing(let field): blank(field.rawValue)
    case .direction(let kind): "Gross value must be \(kind.side) 0 for \(kind.withArticle)"
    case .notOffered(let kind, let condition): "\(kind.rawValue) is not possible: \(condition.text)"
    case .notOfKind(let field):
      Self.decisive.contains(field) ? "\(name(field)) can't be set for this type" : nil
    case .category(let code): "Category \(code) can't be used for this type"
    case .ecStatus(let status): "Ec status “\(status.rawValue)” is not valid for this date"
    case .amount(let problem): problem.text
    case .sameAccount: "Transfer bank account must be another account"
    }
  }

  /// What says which kind it is, so that two of them contradict each other.
  static let decisive: [ExplanationField] = [
    .category, .paidInvoice, .paidBill, .paidUser, .transferBankAccount, .stockItem,
    .disposedAsset,
  ]

  private func blank(_ field: String) -> String {
    FreeAgent.Failure.sentence(field, "can't be blank")
  }

  private func name(_ field: ExplanationField) -> String {
    FreeAgent.Failure.sentence(field.rawValue, "").trimmingSpaces
  }
}

extension ExplanationKind {
  /// On which side of zero its amounts are.
  fileprivate var side: String { rule.direction == .moneyIn ? "above" : "below" }

  /// The kind as one of many, such as `an Invoice Receipt`.
  fileprivate var withArticle: String {
    let startsWithVowel = rawValue.first.map { "AEIOU".contains($0) } ?? false
    return "\(startsWithVowel ? "an" : "a") \(rawValue)"
  }
}

extension ExplanationCondition {
  fileprivate var text: String {
    switch self {
    case .openBill: "there is no open bill"
    case .openBillRefund: "there is no bill to be refunded"
    case .openInvoice: "there is no open invoice"
    case .openCreditNote: "there is no open credit note"
    case .notLandlord: "the company is a landlord"
    case .anotherAccount: "there is no other bank account"
    case .notPersonal: "the bank account is personal"
    case .nativeCurrency: "the bank account is in a foreign currency"
    case .capitalAsset: "there is no capital asset"
    case .stockItem: "there is no stock item"
    }
  }
}

extension SplitProblem {
  fileprivate var text: String {
    switch self {
    case .zero: "Gross value must be other than 0"
    case .otherSign: "Gross value must have the sign of the bank transaction"
    case .tooMuch(let rest):
      "Gross value is more than what is left to explain (\(rest.decimalString))"
    case .nothingLeft: "Bank transaction has nothing left to explain"
    case .otherCurrency: "Gross value is in another currency"
    }
  }
}
