import Books
import FreeAgentAPI
import Money
import ServiceBasics

/// What an explanation that is to be replaced has, as it was when it was read.
public struct FiledContents: Sendable, Hashable, Codable {
  /// The answers of a form that would make it.
  ///
  /// A document that it pays is as it would be without that.
  public let contents: ExplanationContents
  /// What it names and lists leave out, such as a project that is completed or an asset that was sold.
  let unlisted: Unlisted

  /// Things that no list has any more.
  struct Unlisted: Sendable, Hashable, Codable {
    var account: BookAccount?
    var user: BookThing<FreeAgent.User>?
    var project: BookThing<FreeAgent.Project>?
    var stock: BookThing<FreeAgent.StockItem>?
    var asset: BookThing<FreeAgent.CapitalAsset>?
    var property: BookThing<FreeAgent.Property>?
  }
}

extension Bookkeeper {
  private typealias Record = FreeAgent.BankTransactionExplanation

  /// What an explanation that is to be replaced has.
  ///
  /// - Parameters:
  ///   - id: the explanation; nil if none is replaced.
  ///   - setting: what all explanations of its account have in common.
  /// - Returns: nil if none is replaced, or the explanation is no longer there.
  /// - Throws: a ``BooksError``.
  func filed(
    _ id: BookID<FreeAgent.BankTransactionExplanation>?, in setting: ExplanationSetting
  ) async throws -> FiledContents? {
    guard let id, let record = try await askIfAny(id) else { return nil }
    let document = try await document(paidBy: record, from: setting.account)
    guard let contents = ExplanationContents(record, paying: document, in: setting) else {
      throw BooksError(.unreadable, cause: .incomplete("the explanation has no day or no amount"))
    }
    return FiledContents(
      contents: contents, unlisted: try await unlisted(of: contents, in: setting))
  }

  /// Something of the service; nil if it is not there, or the user may not see it.
  private func askIfAny<Target: FreeAgent.Resource>(
    _ id: BookID<Target>
  ) async throws -> Target? {
    do {
      return try await ask(FreeAgent.Get(id.identifier))
    } catch let error as BooksError where error.code == .gone || error.code == .notAllowed {
      return nil
    }
  }

  private func document(
    paidBy record: Record, from account: BookAccount
  ) async throws -> BookDocument? {
    if let id = BookID(record.paidBill) {
      return try await askIfAny(id).flatMap {
        BookDocument(
          .bill, id.text, $0.reference, $0.contactName, due: $0.dueValue, $0.currency,
          without: record, from: account)
      }
    }
    guard let url = record.paidInvoice?.url else { return nil }
    if let id = BookID(FreeAgent.Link<FreeAgent.CreditNote>(url: url)) {
      return try await askIfAny(id).flatMap {
        BookDocument(
          .creditNote, id.text, $0.reference, $0.contactName, due: $0.dueValue, $0.currency,
          without: record, from: account)
      }
    }
    guard let id = BookID(FreeAgent.Link<FreeAgent.Invoice>(url: url)) else { return nil }
    return try await askIfAny(id).flatMap {
      BookDocument(
        .invoice, id.text, $0.reference, $0.contactName, due: $0.dueValue, $0.currency,
        without: record, from: account)
    }
  }

  // MARK: - What lists leave out

  private func unlisted(
    of contents: ExplanationContents, in setting: ExplanationSetting
  ) async throws -> FiledContents.Unlisted {
    var unlisted = FiledContents.Unlisted()
    if let id = contents.account, !setting.accounts.contains(where: { $0.id == id }) {
      unlisted.account = try await askIfAny(id).flatMap { BookAccount($0) }
    }
    unlisted.user = try await thing(contents.user, besides: setting.users) { user in
      [user.firstName, user.lastName].compactMap(\.self).joined(separator: " ")
    }
    unlisted.project = try await thing(contents.project, besides: setting.projects) { $0.name }
    unlisted.stock = try await thing(contents.stock, besides: setting.stock) { $0.description }
    unlisted.asset = try await thing(contents.asset, besides: setting.assets) { $0.description }
    // Without a list a property is told by its number.
    if let properties = setting.properties, !properties.isEmpty {
      unlisted.property = try await thing(contents.property, besides: properties) { $0.address }
    }
    return unlisted
  }

  /// A thing with its name, or with its id if the name cannot be read; nil if it is listed.
  private func thing<Target: FreeAgent.Resource>(
    _ id: BookID<Target>?, besides listed: [BookThing<Target>], name: (Target) -> String?
  ) async throws -> BookThing<Target>? {
    guard let id, !listed.contains(where: { $0.id == id }) else { return nil }
    let record = try await askIfAny(id)
    return BookThing(id: id, name: record.flatMap(name) ?? id.text)
  }
}

extension ExplanationSetting {
  /// The setting with what an explanation names, although no list has it any more.
  func with(_ unlisted: FiledContents.Unlisted?) -> ExplanationSetting {
    guard let unlisted else { return self }
    return ExplanationSetting(
      account: account, company: company, categories: categories,
      accounts: accounts + [unlisted.account].compactMap(\.self),
      users: users + [unlisted.user].compactMap(\.self),
      projects: projects + [unlisted.project].compactMap(\.self),
      stock: stock + [unlisted.stock].compactMap(\.self),
      assets: assets + [unlisted.asset].compactMap(\.self),
      properties: properties.map { $0 + [unlisted.property].compactMap(\.self) })
  }
}

extension BookDocument {
  /// Makes a document as it would be without what an explanation pays; nil if that cannot be said.
  fileprivate init?(
    _ kind: Kind, _ id: String, _ reference: String?, _ contact: String?, due: ExactDecimal?,
    _ code: String?, without record: FreeAgent.BankTransactionExplanation,
    from account: BookAccount
  ) {
    let currency = code.flatMap { Currency(code: $0) } ?? .gbp
    let gross = record.grossValue ?? 0
    let paid = (currency == account.currency ? gross : record.foreignCurrencyValue ?? 0).magnitude
    // Money that goes out pays a bill, so that it counts the other way round.
    let isNegative = gross.isNegative != (kind == .bill)
    guard let left = (due ?? 0).money(in: currency),
      let payment = (isNegative ? paid.negated : paid).money(in: currency),
      let whole = try? left.adding(payment)
    else { return nil }
    self.init(
      kind: kind, id: id, reference: reference ?? id, contact: contact, due: whole)
  }
}

extension [BookDocument] {
  /// The documents with one that is put in its place if it is among them, or else behind them.
  func with(_ document: BookDocument?) -> Self {
    guard let document else { return self }
    let place = firstIndex { $0.kind == document.kind && $0.id == document.id }
    guard let place else { return self + [document] }
    var documents = self
    documents[place] = document
    return documents
  }
}

// MARK: - The answers that would make it

extension ExplanationContents {
  /// Reads what an explanation has; nil if it has no day or no amount.
  ///
  /// - Parameters:
  ///   - record: the explanation.
  ///   - document: the document that it pays; nil if there is none.
  ///   - setting: what all explanations of its account have in common.
  fileprivate init?(
    _ record: FreeAgent.BankTransactionExplanation, paying document: BookDocument?,
    in setting: ExplanationSetting
  ) {
    guard let day = record.datedOn,
      let amount = record.grossValue?.money(in: setting.account.currency)
    else { return nil }
    self.init(amount.isNegative ? .otherMoneyOut : .otherMoneyIn, on: day, amount)
    description = record.description.flatMap { $0.isEmpty ? nil : $0 }
    category = record.category?.id.flatMap { setting.code($0.description) }
    ecStatus = record.ecStatus.flatMap { ECStatus(rawValue: $0.rawValue) }
    placeOfSupply = record.placeOfSupply
    cheque = record.chequeNumber.flatMap { $0.isEmpty ? nil : $0 }
    receipt = record.receiptReference.flatMap { $0.isEmpty ? nil : $0 }
    project = BookID(record.project)
    if project != nil {
      rebilling = record.rebillType.flatMap { ExplanationDraft.Rebilling(rawValue: $0.rawValue) }
      rebillFactor = rebilling == .cost ? nil : record.rebillFactor
    }
    self.document = document
    user = BookID(record.paidUser)
    account = BookID(record.transferBankAccount)
    stock = BookID(record.stockItem)
    quantity = record.stockAlteringQuantity
    years = record.assetLifeYears.flatMap { Int($0) }
    asset = BookID(record.disposedAsset)
    property = BookID(record.property)
    if isForeign(in: setting), let value = record.foreignCurrencyValue, !value.isZero {
      foreignAmount = value.magnitude
    }
    kind =
      record.type.flatMap { ExplanationKind(rawValue: $0.rawValue) }
      ?? ExplanationKind(of: draft()) ?? kind
    vat = readVAT(of: record, in: setting)
  }

  /// Whether the document or the other account is in another currency.
  private func isForeign(in setting: ExplanationSetting) -> Bool {
    let other = setting.accounts.first { $0.id == account }?.currency
    return draft(otherCurrency: other).otherCurrency.map { $0 != amount.currency } ?? true
  }

  /// The VAT of an explanation; nil if nothing is said about it.
  ///
  /// A rate that a form does not offer is the amount that it comes to; which ones it offers of a country of the
  /// EC is not known before that is asked for. What somebody filed without any VAT is outside the scope; a
  /// guess without it says nothing.
  private func readVAT(
    of record: FreeAgent.BankTransactionExplanation, in setting: ExplanationSetting
  ) -> VAT? {
    guard kind.rule[.salesTaxRate] != nil else { return nil }
    if record.salesTaxStatus == .exempt { return .untaxed(as: .exempt) }
    let isRegistered = setting.company.taxation.contains(day)
    if record.salesTaxStatus == .outOfScope {
      // Without a registration nothing else can be said.
      return isRegistered ? .untaxed(as: .outsideTheScope) : nil
    }
    let value = record.salesTaxValue?.money(in: amount.currency)
    let choices = isTaxedAbroad ? nil : setting.company.vatChoices(on: day)
    let rate = supply(in: setting)
      .told(record.salesTaxRate, comingTo: value, in: amount, among: choices)
    if let told = rate ?? value.map({ VAT.amount(value: $0) }) { return told }
    let isGuess = record.markedForReview ?? false
    return isGuess || !isRegistered ? nil : .untaxed(as: .outsideTheScope)
  }
}

extension ExplanationSetting {
  /// The code of a category; of a sub-account that is not among the categories, that of the category.
  fileprivate func code(_ text: String) -> NominalCode? {
    guard let code = NominalCode(text), code.subAccount != nil,
      !categories.contains(where: { $0.code == code })
    else { return NominalCode(text) }
    return NominalCode(String(text.prefix { $0 != "-" })) ?? code
  }
}
