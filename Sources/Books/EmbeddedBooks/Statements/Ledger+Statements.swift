import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

extension Ledger {
  /// Takes a statement: its lines become transactions now, or when the delay is over.
  func take(_ lines: [FreeAgent.StatementLine], into account: Int64) throws {
    let delay = try value(Int64.self, "SELECT milliseconds FROM statementDelay") ?? 0
    let statement = try insert(.statement, ["account": account])
    for line in lines {
      try insert(
        .statementLine,
        [
          "statement": statement, "dueAt": now.milliseconds + delay,
          "details": Details(line.members),
        ])
    }
    try importDueLines()
  }

  /// Whether lines of statements have become due.
  func hasDueLines() throws -> Bool {
    try exists("SELECT 1 FROM statementLine WHERE dueAt <= ?", [now.milliseconds])
  }

  /// Makes transactions of the lines that are due.
  func importDueLines() throws {
    let rows = try rows(
      """
      SELECT line.*, statement.account FROM statementLine AS line
      JOIN statement ON statement.id = line.statement WHERE dueAt <= ? ORDER BY line.id
      """, [now.milliseconds])
    var counts: [StatementKey: Int] = [:]
    for row in rows {
      let line = FreeAgent.StatementLine(details: row) { _ in }
      try importLine(line, of: row["statement"], into: row["account"], &counts)
      try delete(.statementLine, row["id"])
    }
  }

  /// What the lines of a statement are counted by that are the same.
  private struct StatementKey: Hashable {
    let statement: Int64
    let day: Day
    let amount: Money
    let text: String
  }

  /// Makes a transaction of a line, unless statements have brought it already.
  ///
  /// Lines are compared with what the bank said before, whatever is shown of its transactions. Of
  /// lines of one statement that are the same, as many are left out as others have brought: two
  /// coffees of a day are two. A line whose amount is a text is passed over, as the service does. What
  /// somebody added by hand with the same amount, a day before or after at most, is taken for it, and
  /// stays as it was written.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - statement: the statement.
  ///   - account: its account.
  ///   - counts: how many such lines the statement had so far.
  private func importLine(
    _ line: FreeAgent.StatementLine, of statement: Int64, into account: Int64,
    _ counts: inout [StatementKey: Int]
  ) throws {
    if case .text? = line.members["amount"] { return }
    let number = (line.type ?? .other).signed(line.amount?.value ?? 0)
    guard let day = line.datedOn,
      let amount = Money(exactly: number, currency: try currency(ofAccount: account)),
      amount.isWithinBounds
    else { return }
    let said = BankLine(
      account: account, statement: statement, day: day, amount: amount.minorUnits,
      text: line.description ?? "", bankID: line.bankID)
    let key = StatementKey(statement: statement, day: day, amount: amount, text: said.text)
    let count = counts[key, default: 0]
    counts[key] = count + 1
    guard try count >= linesOfOtherStatements(like: said), try !hasID(of: said) else { return }
    if let manual = try manualTransaction(in: account, said.amount, around: day) {
      try update(
        .bankTransaction, manual,
        [
          "isManual": false, "statement": statement, "bankID": said.bankID,
          "uploadedAt": now.milliseconds,
        ])
      try keep(said, of: manual)
    } else {
      _ = try addTransaction(of: said, lineType: line.type ?? .other)
    }
  }

  /// How many lines of other statements say the same.
  private func linesOfOtherStatements(like line: BankLine) throws -> Int {
    try value(
      Int.self,
      """
      SELECT count(*) FROM bankLine
      WHERE account = ? AND day = ? AND amount = ? AND text = ? AND statement <> ?
      """, [line.account, line.day.description, line.amount, line.text, line.statement]) ?? 0
  }

  /// Whether a line has the bank’s own id, which stays the same if the bank changes day or text.
  private func hasID(of line: BankLine) throws -> Bool {
    guard let bankID = line.bankID else { return false }
    return try exists(
      "SELECT 1 FROM bankLine WHERE account = ? AND bankID = ? AND amount = ?",
      [line.account, bankID, line.amount])
  }

  private func manualTransaction(
    in account: Int64, _ amount: Int64, around day: Day
  ) throws -> Int64? {
    try value(
      Int64.self,
      """
      SELECT id FROM bankTransaction
      WHERE account = ? AND amount = ? AND isManual AND day BETWEEN ? AND ?
      ORDER BY day <> ?, id LIMIT 1
      """,
      [
        account, amount, (day.adding(days: -1) ?? day).description,
        (day.adding(days: 1) ?? day).description, day.description,
      ])
  }
}

extension EmbeddedBooks {
  /// Sets how long the lines of a statement take to become transactions after it was answered for.
  ///
  /// - Parameter delay: the time by the clock of the books; at first it is zero.
  /// - Throws: what SQLite throws.
  public func setStatementDelay(_ delay: Duration) throws {
    try write { try $0.setStatementDelay(delay) }
  }
}

extension Ledger {
  /// Sets how long the lines of a statement take to become transactions.
  package func setStatementDelay(_ delay: Duration) throws {
    try execute("DELETE FROM statementDelay")
    try execute(
      "INSERT INTO statementDelay (milliseconds) VALUES (?)",
      [Int64(max(0, min(delay / .milliseconds(1), 1e15)))])
  }
}

extension FreeAgent.StatementLineType {
  /// Whether it is one of the service's words.
  var isKnown: Bool { Self.known.contains(self) }

  private static let known: Set<Self> = [
    .credit, .dividend, .deposit, .directDeposit, .debit, .fee, .serviceCharge, .transfer, .cheque,
    .payment, .cash, .directDebit, .repeatingPayment, .interest, .cashMachine, .pointOfSale, .other,
  ]

  /// An amount with the sign that the kind of line has; some kinds keep that of the amount.
  func signed(_ amount: ExactDecimal) -> ExactDecimal {
    switch self {
    case .credit, .dividend, .deposit, .directDeposit: amount.magnitude
    case .debit, .fee, .serviceCharge, .transfer, .cheque, .payment, .cash, .directDebit,
      .repeatingPayment:
      amount.magnitude.negated
    default: amount
    }
  }
}
