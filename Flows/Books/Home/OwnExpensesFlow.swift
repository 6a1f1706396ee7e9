import BooksClient
import Flowline
import Money

/// What the user claimed lately; more can be claimed, and what was not billed changed or taken away.
///
/// It results in the claims as they stood last.
struct OwnExpensesFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "expenses"
  let access: BooksAccess

  func run(_ context: FlowContext) async throws -> [BookExpense] {
    let books = context.at(access)
    return try await context.menu {
      let claims = try await books.read("claims") { try await $0.ownExpenses() }
      let options = claims.map { claim in
        Option(
          "claim-\(claim.id.text)",
          Destination<[BookExpense]>.visit(ClaimedFlow(access: access, claim: claim)),
          label: Text(verbatim: claim.text ?? claim.id.text),
          detail: texts("overview.joined", .calendarDay(claim.day), .text(claim.amountText)))
      }
      return ChoiceScreen(
        "claim",
        options: [
          Option("expense", .visit(ExpenseFlow(access: access))),
          Option("mileage", .visit(MileageFlow(access: access))),
        ] + options + [Option("done", .result(claims))], default: "done")
    }
  }
}

extension BookExpense {
  /// How much is owed for it, or that nothing is.
  fileprivate var amountText: Text {
    switch debt {
    case .toClaimant, .byClaimant: Text(amount.positive)
    case .onlyBilled, .nothing: HomeFlow.texts("claim.nothing-owed")
    }
  }
}
