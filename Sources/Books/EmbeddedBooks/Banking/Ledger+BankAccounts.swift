import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  private static let columns: Set<String> = [
    "type", "currency", "status", "is_personal", "is_primary", "opening_balance",
  ]

  func bankAccount(_ id: Int64) throws -> FreeAgent.BankAccount {
    try bankAccount(try found(.bankAccount, id), isAlone: true)
  }

  /// The account that a filter or a body names; its number alone is taken as well.
  ///
  /// - Throws: 404 if there is none.
  func accountID(_ link: FreeAgent.Link<FreeAgent.BankAccount>?) throws -> Int64 {
    guard let link else { throw FreeAgent.Failure.badRequest("bank_account is missing") }
    guard let id = try id(link, in: .bankAccount) else { throw FreeAgent.Failure.notFound }
    return id
  }

  func currency(ofAccount id: Int64) throws -> Currency {
    if let currency = memo.currencies[id] { return currency }
    let code = try value(String.self, "SELECT currency FROM bankAccount WHERE id = ?", [id])
    guard let currency = code.flatMap(Currency.init) else { throw FreeAgent.Failure.notFound }
    memo.currencies[id] = currency
    return currency
  }

  private func bankAccount(_ row: Row, isAlone: Bool) throws -> FreeAgent.BankAccount {
    let id = row["id"] as Int64
    let currency = row.currency
    func amount(_ column: String) -> ExactDecimal {
      ExactDecimal(Money(minorUnits: row[column], currency: currency))
    }
    func count(_ condition: String) throws -> Int? {
      try value(
        Int.self, "SELECT count(*) FROM bankTransaction WHERE account = ? AND \(condition)", [id])
    }
    return try FreeAgent.BankAccount(details: row) { account in
      account.url = link(id)
      account.type = FreeAgent.BankAccountType(rawValue: row["type"])
      account.currency = currency.code
      account.isPersonal = row["isPersonal"]
      account.isPrimary = row["isPrimary"]
      account.status = row["isHidden"] ? .hidden : .active
      account.openingBalance = amount("openingBalance")
      account.currentBalance = amount("balance")
      account.latestActivityDate = try self.row(
        "SELECT max(day) AS day FROM bankTransaction WHERE account = ?", [id])?.day("day")
      account.bankCode = account.bankCode ?? "generic"
      account.bankGuessEnabled = isAlone ? account.bankGuessEnabled ?? true : nil
      account.totalCount = try count("true")
      account.unexplainedTransactionCount = try count("unexplained <> 0")
      account.markedForReviewCount = try count("reviews > 0")
      account.manuallyAddedTransactionCount = try count("isManual")
      account.markedForReviewCategoryGroupCounts = try reviewCounts(ofAccount: id)
      account.bankFeedEnabled = try hasFeed(account: id)
      account.createdAt = row.time("createdAt")
      account.updatedAt = row.time("updatedAt")
    }
  }

  /// How many explanations wait for approval, by the list that their category is in.
  private func reviewCounts(ofAccount id: Int64) throws -> [FreeAgent.CategoryGroupCount] {
    try rows(
      """
      SELECT c.list, count(*) AS count FROM explanation AS e JOIN category AS c ON c.code = e.category
      WHERE e.account = ? AND e.isForReview GROUP BY c.list ORDER BY c.list
      """, [id]
    ).map { row in
      FreeAgent.CategoryGroupCount {
        $0.name = FreeAgent.Categories.Group(rawValue: row["list"]).map {
          CategoryList.name(of: $0)
        }
        $0.count = row["count"]
      }
    }
  }

  func bankAccounts(
    _ filter: FreeAgent.BankAccountFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<FreeAgent.BankAccount> {
    var selection = Selection(.bankAccount, order: "isPrimary DESC, id")
    try selection.narrow(to: filter.view, Self.views)
    return try self.page(of: selection, page).map { try bankAccount($0, isAlone: false) }
  }

  private static let views: [FreeAgent.BankAccountView: String] = [
    "all": "true", .standard: "type = 'StandardBankAccount'",
    .creditCards: "type = 'CreditCardAccount'", .payPal: "type = 'PaypalAccount'",
  ]

  func open(_ new: FreeAgent.BankAccount) throws -> FreeAgent.BankAccount {
    try new.validate(isNew: true)
    let type = new.type ?? .standard
    guard type != .payPal || new.email != nil else { throw FreeAgent.Failure.blank("email") }
    let currency = try currency(named: new.currency)
    let opening = try amount(new.openingBalance ?? 0, in: currency, of: "opening_balance")
    let isFirst = try !exists("SELECT 1 FROM bankAccount")
    let columns: Columns = [
      "type": type.rawValue, "currency": currency.code, "isHidden": new.status == .hidden,
      "isPersonal": new.isPersonal ?? false, "isPrimary": isFirst,
      "openingBalance": opening.minorUnits, "balance": opening.minorUnits,
      "details": Details(new.details(without: Self.columns)),
    ]
    let id = try keepingLockedBeginning { try insert(.bankAccount, columns) }
    if new.isPrimary == true { try makePrimary(id) }
    return try bankAccount(id)
  }

  func change(
    bankAccount id: Int64, by changes: FreeAgent.BankAccount
  ) throws -> FreeAgent.BankAccount {
    let row = try found(.bankAccount, id)
    try changes.validate(isNew: false)
    let old = row["details"] as Details
    var columns: Columns = [
      "details": Details(changes.details(over: old.members, without: Self.columns))
    ]
    if let status = changes.status { columns["isHidden"] = status == .hidden }
    if let isPersonal = changes.isPersonal, isPersonal != row["isPersonal"] as Bool {
      // What nobody has explained comes into the ledger, or leaves it, on every day of the account.
      try requireOpenBeginning()
      columns["isPersonal"] = isPersonal
    }
    var currency = try currency(ofAccount: id)
    let oldOpening = row.amount("openingBalance", currency)
    if let code = changes.currency, code != currency.code {
      let new = try self.currency(named: code)
      guard try !exists("SELECT 1 FROM bankTransaction WHERE account = ?", [id]) else {
        throw FreeAgent.Failure.invalid("currency", "can't be changed once there are transactions")
      }
      currency = new
      columns["currency"] = new.code
      memo.currencies[id] = nil
    }
    let opening = try amount(
      changes.openingBalance ?? oldOpening, in: currency, of: "opening_balance")
    let sum = (row["balance"] as Int64) - (row["openingBalance"] as Int64)
    columns["openingBalance"] = opening.minorUnits
    columns["balance"] = try opening.minorUnits.adding(sum)
    try keepingLockedBeginning { try update(.bankAccount, id, columns) }
    if changes.isPrimary == true { try makePrimary(id) }
    return try bankAccount(id)
  }

  private func makePrimary(_ id: Int64) throws {
    try execute("UPDATE bankAccount SET isPrimary = (id = ?)", [id])
  }

  func delete(bankAccount id: Int64) throws {
    let row = try found(.bankAccount, id)
    let uses = [
      ("bankTransaction", "account"), ("explanation", "transferAccount"),
      ("document", "bankAccount"), ("statement", "account"),
    ]
    for (table, column) in uses {
      guard try !exists("SELECT 1 FROM \(table) WHERE \(column) = ?", [id]) else {
        throw FreeAgent.Failure.unprocessable("Bank account is in use")
      }
    }
    try keepingLockedBeginning { try delete(.bankAccount, id) }
    guard row["isPrimary"] else { return }
    if let first = try value(Int64.self, "SELECT min(id) FROM bankAccount") {
      try makePrimary(first)
    }
  }

  /// A number of a body as an amount: within bounds, and with the decimals of its currency at most.
  ///
  /// - Throws: 422 about the member.
  func amount(_ number: ExactDecimal, in currency: Currency, of field: String) throws -> Money {
    guard let money = Money(exactly: number, currency: currency), money.isWithinBounds else {
      throw FreeAgent.Failure.invalid(field, "is not a valid amount")
    }
    return money
  }
}

extension Money {
  /// Whether the books accept the amount: sums of many such amounts fit into 64 bits.
  var isWithinBounds: Bool { minorUnits.magnitude < 1_000_000_000_000 }
}

extension Int64 {
  /// The sum.
  ///
  /// - Throws: 422 if it does not fit.
  func adding(_ other: Int64) throws -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    guard !overflows else { throw FreeAgent.Failure.unprocessable("The amount is too large") }
    return sum
  }
}
