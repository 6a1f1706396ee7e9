import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

extension Ledger {
  func bankTransaction(_ id: Int64) throws -> FreeAgent.BankTransaction {
    let row = try found(.bankTransaction, id)
    let currency = try currency(ofAccount: row["account"])
    return try bankTransaction(row, in: currency, count(ofText: row["text"]))
  }

  private func count(ofText text: String) throws -> Int {
    try value(Int.self, "SELECT count(*) FROM bankTransaction WHERE text = ?", [text]) ?? 0
  }

  /// - Parameter count: how many transactions have the row’s text.
  private func bankTransaction(
    _ row: Row, in currency: Currency, _ count: Int
  ) throws -> FreeAgent.BankTransaction {
    let id = row["id"] as Int64
    let amount = Money(minorUnits: row["amount"], currency: currency)
    return try FreeAgent.BankTransaction { transaction in
      transaction.url = link(id)
      transaction.amount = ExactDecimal(amount)
      transaction.bankAccount = link(row["account"] as Int64)
      transaction.datedOn = row.day("day")
      transaction.description = Self.line(row)
      transaction.fullDescription = Self.fullLine(row, in: currency)
      transaction.uploadedAt = row.time("uploadedAt")
      transaction.unexplainedAmount = ExactDecimal(
        Money(minorUnits: row["unexplained"], currency: currency))
      transaction.isManual = row["isManual"]
      transaction.transactionID = row["bankID"]
      transaction.matchingTransactionsCount = count - 1
      transaction.explanations = try explanations(ofTransaction: id)
      transaction.createdAt = row.time("createdAt")
      transaction.updatedAt = row.time("updatedAt")
    }
  }

  /// What the bank says as answers have it: the text, two slashes, the type of line and a slash.
  static func line(_ row: Row) -> String {
    "\(row["text"] as String)//\(row["lineType"] as String)/"
  }

  /// The same with the amount of the transaction, in the currency of its account.
  static func fullLine(_ row: Row, in currency: Currency) -> String {
    "\(line(row))\(Money(minorUnits: row["amount"], currency: currency).inWords)"
  }

  func bankTransactions(
    _ filter: FreeAgent.BankTransactionFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<FreeAgent.BankTransaction> {
    let account = try accountID(filter.bankAccount)
    let currency = try currency(ofAccount: account)
    var selection = Selection(.bankTransaction, order: "day DESC, id DESC")
    selection.require("account", is: account)
    selection.require(from: filter.fromDate, through: filter.toDate, since: filter.updatedSince)
    try selection.narrow(to: filter.view, Self.views)
    if filter.lastUploaded == true {
      selection.require("statement = (SELECT max(id) FROM statement WHERE account = ?)", [account])
    }
    // The same text comes again and again in a list, and may be that of thousands.
    var counts: [String: Int] = [:]
    return try self.page(of: selection, page).map { row in
      let text = row["text"] as String
      let count = try counts[text] ?? count(ofText: text)
      counts[text] = count
      return try bankTransaction(row, in: currency, count)
    }
  }

  /// A transaction that is partly explained counts as not explained.
  private static let views: [FreeAgent.TransactionView: String] = [
    .all: "true", .unexplained: "unexplained <> 0", .explained: "unexplained = 0",
    .manual: "isManual",
    .imported: "NOT isManual", .markedForReview: "reviews > 0",
  ]

  func delete(bankTransaction id: Int64) throws {
    try requireOpenAccounts(on: found(.bankTransaction, id).day("day"))
    guard try !exists("SELECT 1 FROM explanation WHERE bankTransaction = ?", [id]) else {
      throw FreeAgent.Failure.unprocessable("Bank transaction has explanations")
    }
    try remove(transaction: id)
  }

  /// Deletes a transaction that has no explanations any more; its account changes with it.
  func remove(transaction id: Int64) throws {
    try update(.bankAccount, found(.bankTransaction, id)["account"], [:])
    try delete(.bankTransaction, id)
  }

  /// Adds a transaction by hand, of which nothing is explained.
  ///
  /// - Parameter kept: columns of the one whose place it takes.
  func addTransaction(
    in account: Int64, on day: Day, amount: Int64, text: String, as kept: Columns = [:]
  ) throws -> Int64 {
    let columns: Columns = [
      "account": account, "day": day.description, "amount": amount, "unexplained": amount,
      "text": text, "lineType": FreeAgent.StatementLineType.other.rawValue, "isManual": true,
      "uploadedAt": now.milliseconds,
    ]
    return try insert(.bankTransaction, columns.merging(kept) { _, kept in kept })
  }

  /// Adds the transaction of a line of a statement, of which nothing is explained.
  func addTransaction(
    of line: BankLine, lineType: FreeAgent.StatementLineType = .other
  ) throws -> Int64 {
    let id = try insert(
      .bankTransaction,
      [
        "account": line.account, "day": line.day.description, "amount": line.amount,
        "unexplained": line.amount, "text": line.text, "lineType": lineType.rawValue,
        "bankID": line.bankID, "statement": line.statement, "isManual": false,
        "uploadedAt": now.milliseconds,
      ])
    try keep(line, of: id)
    return id
  }

  /// Keeps what the bank said of a transaction, so that the line is known when it comes again.
  func keep(_ line: BankLine, of transaction: Int64) throws {
    try insert(
      .bankLine,
      [
        "account": line.account, "statement": line.statement, "bankTransaction": transaction,
        "day": line.day.description, "amount": line.amount, "text": line.text,
        "bankID": line.bankID,
      ])
  }
}

extension Money {
  /// The amount as the service writes it in texts: `£1,000.00`, without its sign.
  var inWords: String {
    let text = decimalString.drop { $0 == "-" }
    let parts = text.split(separator: ".", maxSplits: 1)
    var whole = ""
    for (index, digit) in parts[0].enumerated() {
      if index > 0, (parts[0].count - index).isMultiple(of: 3) { whole.append(",") }
      whole.append(digit)
    }
    let symbols: [Currency: String] = [.gbp: "£", .eur: "€", .usd: "$"]
    return (symbols[currency] ?? "\(currency.code) ") + whole
      + (parts.count > 1 ? ".\(parts[1])" : "")
  }
}
