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
    var (explained, number) = (0, 1)
    while true {
      let page = try await books.read("transactions") { [number] in
        try await $0.transactions(of: account, .unexplained, page: number)
      }
      let open = page.elements.filter { !$0.unexplained.isZero }
      guard !open.isEmpty || page.number > 1 else {
        try await context.show("nothing-left", with: ["account": account.name])
        return explained
      }
      switch try await context.run(list(open, of: page, in: account)) {
      case .explain(let id):
        let flow = ExplanationFlow(access: access, setting: setting, transaction: id)
        if try await context.visit(flow) != nil { explained += 1 }
      case .page(let other): number = other
      case .done: return explained
      }
    }
  }

  /// Where the list leads.
  private enum Choice: Sendable, Encodable {
    case explain(BookID<FreeAgent.BankTransaction>)
    case page(Int)
    case done
  }

  private func list(
    _ open: [BookTransaction], of page: BookPage<BookTransaction>, in account: BookAccount
  ) -> some Screen<Choice> {
    var options = open.map { transaction in
      Option(
        key(of: transaction), Choice.explain(transaction.id),
        label: texts("transaction.name", transaction.text, transaction.unexplained),
        detail: detail(of: transaction))
    }
    if page.hasMore { options.append(Option("older", .page(page.number + 1))) }
    if page.number > 1 { options.append(Option("newer", .page(page.number - 1))) }
    options.append(Option("done", .done))
    return ChoiceScreen(
      "transaction", texts("transaction.question", page.total ?? open.count), options: options,
      default: open.first.map(key)
    ).asMenu()
  }

  /// Not the id alone, which would be mistaken for the number of a row.
  private func key(of transaction: BookTransaction) -> String {
    "transaction-\(transaction.id.text)"
  }

  /// The day, and how much there was if a part is explained.
  private func detail(of transaction: BookTransaction) -> Text {
    transaction.unexplained == transaction.amount
      ? texts("transaction.day", transaction.day)
      : texts("transaction.rest", transaction.day, transaction.amount)
  }
}
