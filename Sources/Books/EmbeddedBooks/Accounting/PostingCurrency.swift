/// The currency of what a query posts, and what has it.
struct PostingCurrency {
  /// The currency, perhaps with a rate, in SQL: a text as ``RatedCurrency`` is read from.
  let expression: String

  /// The table and the alias of the row whose currency it is; nil for the company's.
  let owner: (table: Table, alias: String)?

  /// The company's currency, which needs no rate.
  static let company = PostingCurrency(expression: ":native", owner: nil)

  /// That of a bank account, whose alias is `a`.
  static let account = PostingCurrency(
    expression: "a.currency", owner: (table: .bankAccount, alias: "a"))

  /// That of a bill, whose alias is `b`.
  static let bill = PostingCurrency(expression: "b.currency", owner: (table: .bill, alias: "b"))

  /// That of a document at its own rate.
  static func document(_ alias: String) -> PostingCurrency {
    PostingCurrency(
      expression: RatedCurrency.expression(
        code: "\(alias).currency", rate: "\(alias).exchangeRate"),
      owner: (table: .document, alias: alias))
  }
}
