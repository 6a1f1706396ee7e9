import Bank
import Flowline

extension Statement {
  /// The page of the account.
  var page: some Screen<Seen> {
    ReviewScreen(
      "statement", texts("statement.title", .string(overview.account.name)),
      page: [balanceSection, goalSection, paymentSection]
    ).label(texts("statement.label"))
  }

  private var balanceSection: Section {
    Section(rows: [
      Row(texts("statement.cleared"), texts("amount", .money(overview.balance.cleared))),
      Row(texts("statement.effective"), texts("amount", .money(overview.balance.effective))),
    ])
  }

  private var goalSection: Section {
    let rows = goals.map { Row(progressOf: $0) }
    return Section(
      texts("statement.goals"), rows: rows.isEmpty ? [Row(texts("statement.no-goals"))] : rows)
  }

  private var paymentSection: Section {
    let rows = payments.map { Row($0) }
    return Section(
      texts("statement.payments", .integer(Self.days)),
      rows: rows.isEmpty ? [Row(texts("statement.no-payments"))] : rows)
  }
}

extension Row {
  /// A payment: when, with whom, how much, and its status where it is not settled.
  fileprivate init(_ payment: Payment) {
    self.init(
      texts("payment.label", .day(payment.transactionTime), .string(payment.counterparty.name)),
      payment.valueText)
  }
}
