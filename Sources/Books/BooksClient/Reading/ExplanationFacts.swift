public import Books
public import FreeAgentAPI
public import Money

/// What explanations of the transactions of an account have in common, as it was when it was read.
public struct ExplanationSetting: Sendable, Hashable, Codable {
  /// The account whose transactions are explained.
  public let account: BookAccount
  /// The company.
  public let company: BookCompany
  /// The categories that something may be filed under.
  public let categories: [BookCategory]
  /// The other accounts.
  public let accounts: [BookAccount]
  /// Those who may have got or given money.
  public let users: [BookThing<FreeAgent.User>]
  /// The projects whose customers may pay.
  public let projects: [BookThing<FreeAgent.Project>]
  /// What is in stock.
  public let stock: [BookThing<FreeAgent.StockItem>]
  /// What can be sold.
  public let assets: [BookThing<FreeAgent.CapitalAsset>]
  /// What a landlord lets; nil for another company, and in journals of earlier versions, empty if the user may
  /// not list it.
  public let properties: [BookThing<FreeAgent.Property>]?
}

/// A transaction that is to be explained, and what it may have been, as it was when it was read.
public struct ExplanationSubject: Sendable, Hashable, Codable {
  /// The transaction that is to be explained.
  public let transaction: BookTransaction
  /// The documents that are not fully paid, or would not be without what is replaced.
  public let documents: [BookDocument]
  /// What it was probably for, the likeliest first.
  public let suggestions: [CategorySuggestion]
  /// What the explanation that is replaced has; nil if none is, or it is no longer there.
  public let filed: FiledContents?
  /// How many other transactions have the same text, as the service counts them; nil if it does not say, and in
  /// journals of earlier versions.
  public let alike: Int?
}

/// All that a form needs to explain a transaction.
public struct ExplanationFacts: Sendable, Hashable {
  /// What all explanations have in common, and what the one that is replaced names besides.
  public let setting: ExplanationSetting
  /// What is to be explained.
  public let subject: ExplanationSubject
  /// What the rules have to know.
  public let context: ExplanationContext

  /// Makes it of its parts.
  public init(_ setting: ExplanationSetting, _ subject: ExplanationSubject) {
    self.setting = setting.with(subject.filed?.unlisted)
    self.subject = subject
    context = ExplanationContext(of: subject, in: self.setting)
  }

  /// The transaction that is to be explained.
  public var transaction: BookTransaction { subject.transaction }

  /// How much is explained unless a part is asked for, with its sign: what is left, or as much as the
  /// explanation that is replaced.
  public var amount: Money { subject.filed?.contents.amount ?? transaction.unexplained }
}

extension ExplanationContext {
  fileprivate init(of subject: ExplanationSubject, in setting: ExplanationSetting) {
    var things = Set(subject.documents.compactMap(\.thing))
    if !setting.accounts.isEmpty { things.insert(.anotherAccount) }
    if !setting.assets.isEmpty { things.insert(.capitalAsset) }
    if !setting.stock.isEmpty { things.insert(.stockItem) }
    let company = setting.company
    self.init(
      company: company.kind, registration: company.taxation,
      isInNorthernIreland: company.isInNorthernIreland, nativeCurrency: company.currency,
      isPersonal: setting.account.isPersonal, unexplained: subject.transaction.unexplained,
      things: things)
  }
}

extension ExplanationFacts {
  /// The documents that an explanation of a kind can pay.
  public func documents(for kind: ExplanationKind) -> [BookDocument] {
    let things = kind.rule.conditions.compactMap(\.thing)
    return subject.documents.filter { $0.thing.map(things.contains) ?? false }
  }

  /// What the rules look at of an explanation.
  public func draft(of contents: ExplanationContents) -> ExplanationDraft {
    let other = setting.accounts.first { $0.id == contents.account }
    return contents.draft(otherCurrency: other?.currency)
  }

  /// Whether an explanation can have a field, by what is known of it so far.
  public func offers(_ rule: ExplanationFieldRule, of contents: ExplanationContents) -> Bool {
    rule.condition?.isMet(by: draft(of: contents), in: context) ?? true
  }

  /// The fields that an explanation can have, by what is known of it so far, in the order of a form.
  public func fields(of contents: ExplanationContents) -> [ExplanationFieldRule] {
    contents.kind.rule.fields(for: draft(of: contents), in: context)
  }

  /// The order by which the transaction is explained.
  ///
  /// What the answers leave open about VAT, it says as the company’s registration has it.
  ///
  /// - Parameters:
  ///   - key: the order’s key.
  ///   - contents: the answers.
  ///   - receipt: the receipt that is sent along; nil if there is none, or the one that is there stays.
  ///   - replaced: the explanation whose place it takes; nil if it takes none.
  public func order(
    key: String, as contents: ExplanationContents, receipt: OrderFile? = nil,
    replacing replaced: ReplacedExplanation? = nil
  ) -> ExplanationOrder {
    var contents = contents
    if contents.kind.rule[.salesTaxRate] != nil {
      contents.vat = setting.company.vat(contents.vat, on: contents.day)
    }
    return ExplanationOrder(
      key: key, transaction: transaction.id, unexplained: transaction.unexplained,
      contents: contents, receipt: receipt, replaced: replaced)
  }
}

extension BookDocument {
  /// What there is to pay, as the rules call it; nil if nobody owes anything.
  fileprivate var thing: ExplanationContext.Thing? {
    switch kind {
    case .invoice where due.isPositive: .openInvoice
    case .invoice: isCredit ? .openCreditNote : nil
    case .creditNote: .openCreditNote
    case .bill where due.isNegative: .openBillRefund
    case .bill: due.isPositive ? .openBill : nil
    }
  }
}

extension Bookkeeper {
  /// What explanations of the transactions of an account have in common; all is read at once.
  ///
  /// - Throws: a ``BooksError``.
  public func setting(of account: BookAccount) async throws -> ExplanationSetting {
    async let company = company()
    async let categories = categories()
    async let accounts = accounts()
    async let users = payees()
    async let projects: [FreeAgent.Project] = listIfAny(
      FreeAgent.ProjectFilter { $0.view = .active })
    async let stock: [FreeAgent.StockItem] = listIfAny()
    async let assets: [FreeAgent.CapitalAsset] = listIfAny(
      FreeAgent.CapitalAssetFilter { $0.view = .disposable })
    let properties = try await knownProperties(of: try await company)
    return ExplanationSetting(
      account: account, company: try await company, categories: try await categories,
      accounts: try await accounts.filter { $0.id != account.id },
      users: try await users.map { BookThing(id: $0.id, name: $0.name) },
      projects: try await projects.compactMap { BookThing($0.url, $0.name) },
      stock: try await stock.compactMap { BookThing($0.url, $0.description) },
      assets: try await assets.compactMap { BookThing($0.url, $0.description) },
      properties: properties)
  }

  /// Those who may have got or given money: who may not see the users knows of one.
  private func payees() async throws -> [BookUser] {
    do {
      return try await users()
    } catch let error as BooksError where error.code == .notAllowed {
      return [try await user()]
    }
  }

  /// A transaction that is to be explained, and what it may have been; all is read at once.
  ///
  /// - Parameters:
  ///   - id: the transaction.
  ///   - setting: what all explanations of its account have in common.
  ///   - replaced: an explanation that is to be replaced: the transaction is as if it were taken away.
  /// - Throws: a ``BooksError``, of the code `gone` if the transaction is no longer there.
  public func subject(
    _ id: BookID<FreeAgent.BankTransaction>, in setting: ExplanationSetting,
    replacing replaced: BookID<FreeAgent.BankTransactionExplanation>? = nil
  ) async throws -> ExplanationSubject {
    async let counted = counted(id, in: setting.account.currency)
    async let documents = openDocuments()
    async let habits = habits(of: setting.account)
    async let filed = filed(replaced, in: setting)
    let subject = try await counted.transaction.without(replaced)
    return ExplanationSubject(
      transaction: subject,
      documents: try await documents.with(try await filed?.contents.document),
      suggestions: try await habits.suggestions(
        for: subject.text, subject.amount, among: Set(setting.categories.map(\.code))),
      filed: try await filed, alike: try await counted.others)
  }

  /// The documents that are not fully paid.
  private func openDocuments() async throws -> [BookDocument] {
    async let invoices: [FreeAgent.Invoice] = listIfAny(
      FreeAgent.InvoiceFilter { $0.view = .openOrOverdue })
    async let notes: [FreeAgent.CreditNote] = listIfAny(
      FreeAgent.CreditNoteFilter { $0.view = .openOrOverdue })
    async let bills: [FreeAgent.Bill] = listIfAny(
      FreeAgent.BillFilter { $0.view = .openOrOverdue })
    return try await invoices.compactMap {
      BookDocument(
        .invoice, $0.url?.id?.description, $0.reference, $0.contactName, due: $0.dueValue,
        $0.currency)
    }
      + notes.compactMap {
        BookDocument(
          .creditNote, $0.url?.id?.description, $0.reference, $0.contactName, due: $0.dueValue,
          $0.currency)
      }
      + bills.compactMap {
        BookDocument(
          .bill, $0.url?.id?.description, $0.reference, $0.contactName, due: $0.dueValue,
          $0.currency)
      }
  }
}
