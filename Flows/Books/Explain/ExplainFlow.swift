import BooksClient
import Flowline
import FreeAgentAPI
import Money

/// Explains the transactions of an account, one after the other: what is left to explain is listed, and
/// listed again after each.
///
/// It results in how many were explained.
struct ExplainFlow: BooksFlow {
  static let texts = TextCatalog(PackageResources.Explain_xcstrings)
  let id: FlowID = "explain"
  let access: BooksAccess
  /// The account; nil if it is asked for.
  var account: BookAccount?

  func words(for count: Int) -> Text? { texts("result", count) }

  func run(_ context: FlowContext) async throws -> Int {
    let books = context.at(access)
    let account = try await books.account(account) { texts("account.detail", $0.unexplained) }
    let setting = try await books.setting(of: account)
    var place = ListPlace()
    try await books.browse(
      "transaction", reading: "transactions", at: &place,
      asking: { texts("transaction.question", $0.total ?? $0.elements.count) },
      orShowing: ReviewScreen("nothing-left").with(["account": account.name])
    ) {
      try await $0.transactions(of: account, .unexplained, page: $1)
    } shown: {
      // A transaction of nothing has nothing to explain.
      $0.unexplained.isZero ? nil : $0.row
    } opening: { [access] in
      access.transaction(at: $0, among: $1, in: setting.company)
    } visiting: {
      ExplanationFlow(access: access, setting: setting, transaction: $0.id)
    }
    return place.visits
  }
}

extension BookTransaction {
  /// With the day, and with how much there was if a part is explained.
  fileprivate var row: ListRow {
    let texts = ExplainFlow.texts
    return (
      key: Self.key(of: id), label: texts("transaction.name", text, unexplained),
      detail: unexplained == amount
        ? texts("transaction.day", day) : texts("transaction.rest", day, amount)
    )
  }
}
