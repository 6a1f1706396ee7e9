import BooksClient
import Flowline
import FreeAgentAPI
import Money

/// The bank accounts, and what there is to do in each.
///
/// It results in the accounts as they stood last.
struct BankingFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "banking"
  let access: BooksAccess
  /// Where the lists behind it were left.
  let places: ListPlaces

  func run(_ context: FlowContext) async throws -> [BookAccount] {
    let books = context.at(access)
    return try await context.menu {
      let accounts = try await books.read("accounts", title: sharedTexts("accounts.activity")) {
        try await $0.accounts()
      }
      let options = accounts.map { account in
        Option(
          named: account.name,
          Destination<[BookAccount]>.visit(
            BankAccountFlow(access: access, account: account, places: places)),
          detail: account.detail)
      }
      return ChoiceScreen(
        "bank-account", options: options + [Option("done", .result(accounts))],
        default: accounts.isEmpty ? "done" : nil)
    }
  }
}

extension BookAccount {
  /// What is in it, and what there is to do in it.
  fileprivate var detail: Text {
    balance.map { HomeFlow.texts("overview.joined", .money($0), .text(workText)) } ?? workText
  }
}

/// One bank account: its transactions, and what there is to do.
///
/// It results in the account as it stood last.
struct BankAccountFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "bank-account"
  let access: BooksAccess
  let account: BookAccount
  /// Where its list of transactions was left.
  let places: ListPlaces

  var title: Text { Text(verbatim: account.name) }

  func run(_ context: FlowContext) async throws -> BookAccount {
    let books = context.at(access)
    return try await context.menu {
      let account = try await books.read("account") { [id = account.id] in
        try await $0.account(id)
      }
      let work: [Option<Destination<BookAccount>>?] = [
        account.unexplained > 0
          ? Option("explain", .visit(ExplainFlow(access: access, account: account))) : nil,
        account.toApprove > 0
          ? Option("approve", .visit(ApproveFlow(access: access, account: account))) : nil,
      ]
      return ChoiceScreen(
        "work",
        options: work.compactMap(\.self) + [
          Option(
            "transactions",
            .visit(TransactionsFlow(access: access, account: account, places: places))),
          Option("done", .result(account)),
        ], default: "done"
      ).page {
        if let balance = account.balance { Row("balance", balance) }
        Row("work", account.workText)
      }.with(["account": account.name])
    }
  }
}

/// All transactions of an account, the newest first, and as many of them in detail as one likes.
///
/// It results in how many were looked at.
struct TransactionsFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "transactions"
  let access: BooksAccess
  let account: BookAccount
  /// Where its list was left.
  let places: ListPlaces

  func run(_ context: FlowContext) async throws -> Int {
    var place = places[.transactions(of: account.id)]
    defer { places[.transactions(of: account.id)] = place }
    try await context.at(access).browse("transaction", reading: "list", at: &place) { [account] in
      try await $0.transactions(of: account, .all, page: $1)
    } shown: { transaction in
      (
        key: BookTransaction.key(of: transaction.id),
        label: texts("transaction.name", transaction.text, transaction.amount),
        detail: texts("overview.joined", .calendarDay(transaction.day), .text(transaction.state))
      )
    } visiting: {
      TransactionFlow(access: access, account: account, transaction: $0.id)
    }
    return place.visits
  }
}

extension BookTransaction {
  /// How far it is explained.
  fileprivate var state: Text {
    let texts = HomeFlow.texts
    if explanations.contains(where: \.isToApprove) { return texts("state.to-approve") }
    if unexplained.isZero { return texts("state.explained") }
    return unexplained == amount
      ? texts("state.unexplained") : texts("state.rest", unexplained)
  }
}

/// One transaction: what it was explained as, and what is left to explain.
///
/// It results in the transaction as it stood last.
struct TransactionFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "transaction"
  let access: BooksAccess
  let account: BookAccount
  let transaction: BookID<FreeAgent.BankTransaction>

  func run(_ context: FlowContext) async throws -> BookTransaction {
    let books = context.at(access)
    while true {
      let read = try await books.read("explained") { [transaction, account] in
        try await $0.explained(transaction, in: account)
      }
      switch try await context.run(menu(read)) {
      case .explain:
        let flow = ExplanationFlow(
          access: access, setting: try await books.setting(of: account), transaction: transaction)
        _ = try await context.visit(flow)
      case .explanation(let explanation):
        _ = try await context.visit(
          FiledExplanationFlow(
            id: "filed", access: access, account: account, filed: explanation))
      case .done: return read.transaction
      }
    }
  }

  private enum Choice: Encodable, Sendable {
    case explain
    case explanation(NamedExplanation)
    case done
  }

  private func menu(_ read: ExplainedTransaction) -> some Screen<Choice> {
    let transaction = read.transaction
    let filed = read.explanations.map { filed in
      Option(
        "explanation-\(filed.explanation.id.text)", Choice.explanation(filed),
        label: Text(verbatim: filed.category), detail: Text(filed.explanation.amount))
    }
    return ChoiceScreen(
      "about",
      options: (transaction.unexplained.isZero ? [] : [Option("explain", .explain)]) + filed
        + [Option("done", .done)], default: transaction.unexplained.isZero ? "done" : "explain"
    ).page {
      Row("text", transaction.text)
      Row("day", transaction.day)
      Row("amount", transaction.amount)
      Row("unexplained", transaction.unexplained)
    }.with(["transaction": transaction.text]).asMenu()
  }
}
