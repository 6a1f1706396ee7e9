import FreeAgentAPI
import GRDB
import Money

/// A line of the sample's statements, and how it is explained.
struct SampleLine {
  let daysAgo: Int
  let amount: String
  let text: String
  var explained: [Part] = []
  var isForReview = false

  /// A part of the line: how much of it, and what it was.
  struct Part {
    let amount: String
    var category: String?
    var description: String?
    var rate: String?
    var user: Int64?
    var invoice: Int64?
  }

  init(_ daysAgo: Int, _ amount: String, _ text: String) {
    self.daysAgo = daysAgo
    self.amount = amount
    self.text = text
  }

  /// The line, wholly explained.
  func filed(
    _ category: String, _ description: String, rate: String? = nil, isForReview: Bool = false
  ) -> SampleLine {
    part(amount, category, description, rate: rate, isForReview: isForReview)
  }

  /// The line, wholly paid to a user.
  func paid(to user: Int64, _ description: String) -> SampleLine {
    var line = self
    line.explained.append(Part(amount: amount, description: description, user: user))
    return line
  }

  /// The line, which pays an invoice.
  func pays(_ invoice: Int64) -> SampleLine {
    var line = self
    line.explained.append(Part(amount: amount, invoice: invoice))
    return line
  }

  /// The line, explained in part.
  func part(
    _ amount: String, _ category: String, _ description: String, rate: String? = nil,
    isForReview: Bool = false
  ) -> SampleLine {
    var line = self
    line.isForReview = isForReview
    line.explained.append(
      Part(amount: amount, category: category, description: description, rate: rate))
    return line
  }
}

extension SampleWriter {
  /// The accounts in the order of their ids.
  enum Account: Int64 { case current = 1, creditCard, euro, personal }

  func writeBanking() throws {
    for account in Self.accounts { _ = try books(850).open(account) }
    try write(currentLines, into: .current)
    try write(Self.creditCardLines, into: .creditCard)
    try write(Self.euroLines, into: .euro)
    try write(Self.personalLines, into: .personal)
    try writeTransfer()
  }

  private static let accounts: [FreeAgent.BankAccount] = [
    FreeAgent.BankAccount {
      $0.name = "Current account"
      $0.bankName = "Severn Bank"
      $0.sortCode = "01-02-03"
      $0.accountNumber = "01234567"
      $0.openingBalance = 8400
      $0.currency = "GBP"
      $0.isPrimary = true
    },
    FreeAgent.BankAccount {
      $0.name = "Company credit card"
      $0.type = .creditCard
      $0.bankName = "Severn Bank"
      $0.openingBalance = 0
      $0.currency = "GBP"
    },
    FreeAgent.BankAccount {
      $0.name = "Euro account"
      $0.bankName = "Severn Bank"
      $0.iban = "GB33BUKB20201555555555"
      $0.openingBalance = 1200
      $0.currency = "EUR"
    },
    FreeAgent.BankAccount {
      $0.name = "Ada’s own account"
      $0.bankName = "Gloucester Building Society"
      $0.openingBalance = 0
      $0.currency = "GBP"
      $0.isPersonal = true
      $0.status = .hidden
    },
  ]

  /// Both payments of an order that was cancelled, in a period whose VAT return is filed by now: the quarter that
  /// was filed last ended at most 187 days ago.
  ///
  /// They come with the statement of the others, which stays the last one.
  func writePayments(of order: (owed: Int64, paidBack: Int64)) throws {
    let amount = isRegistered ? "120.00" : "100.00"
    let text = "BRIGHTWATER STUDIOS LTD"
    let statement = try ledger.value(
      Int64.self, "SELECT max(statement) FROM bankTransaction WHERE account = ?",
      [Account.current.rawValue])
    guard let statement else { return }
    try write(
      [
        SampleLine(200, amount, text).pays(order.owed),
        SampleLine(200, "-\(amount)", text).pays(order.paidBack),
      ], into: .current, of: statement)
  }

  private func write(_ lines: [SampleLine], into account: Account) throws {
    try write(
      lines, into: account,
      of: try books(1).insert(.statement, ["account": account.rawValue]))
  }

  private func write(
    _ lines: [SampleLine], into account: Account, of statement: Int64
  ) throws {
    let currency = try ledger.currency(ofAccount: account.rawValue)
    for line in lines {
      let books = books(line.daysAgo)
      let amount = try books.amount(number(line.amount), in: currency, of: "amount")
      let id = try books.addTransaction(
        of: BankLine(
          account: account.rawValue, statement: statement, day: day(line.daysAgo),
          amount: amount.minorUnits, text: line.text))
      for part in line.explained {
        _ = try books.explain(
          FreeAgent.BankTransactionExplanation {
            $0.bankTransaction = books.link(id)
            $0.datedOn = day(line.daysAgo)
            $0.grossValue = number(part.amount)
            $0.category = part.category.map { books.link($0) }
            $0.paidUser = books.link(part.user)
            $0.paidInvoice = books.link(part.invoice)
            $0.description = part.description
            $0.salesTaxRate = reclaimsVAT ? part.rate.flatMap { ExactDecimal($0) } : nil
            // Without a word about VAT it would have the rate of its category.
            if part.category != nil, $0.salesTaxRate == nil { $0.salesTaxStatus = .outOfScope }
            $0.markedForReview = line.isForReview
            if variant == .landlord { $0.property = books.link(Int64(1)) }
          })
      }
    }
  }

  /// Both sides of a transfer came with their statements; explaining one explains the other.
  private func writeTransfer() throws {
    let books = books(21)
    let transaction = try books.value(
      Int64.self, "SELECT id FROM bankTransaction WHERE account = 1 AND text = ? ORDER BY day, id",
      [Self.cardPayment])
    guard let transaction else { return }
    _ = try books.explain(
      FreeAgent.BankTransactionExplanation {
        $0.bankTransaction = books.link(transaction)
        $0.datedOn = day(21)
        $0.grossValue = number("-412.35")
        $0.transferBankAccount = books.link(Account.creditCard.rawValue)
      })
  }
}
