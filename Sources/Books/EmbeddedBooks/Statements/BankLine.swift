import Days

/// What a bank says of a transaction in a statement.
struct BankLine {
  let account: Int64
  let statement: Int64
  let day: Day
  /// Minor units of the account’s currency.
  let amount: Int64
  let text: String
  /// The bank’s own id; nil if there is none, or if it is blank.
  let bankID: String?

  init(
    account: Int64, statement: Int64, day: Day, amount: Int64, text: String,
    bankID: String? = nil
  ) {
    self.account = account
    self.statement = statement
    self.day = day
    self.amount = amount
    self.text = text
    let id = bankID?.trimmingSpaces ?? ""
    self.bankID = id.isEmpty ? nil : id
  }
}
