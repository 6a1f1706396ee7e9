import BooksClient
import Flowline
import Money

/// What the user claimed lately; more can be claimed, and what was not billed taken away.
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

/// One claim, which results in whether it was taken away.
struct ClaimedFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "claimed"
  let access: BooksAccess
  let claim: BookExpense

  func run(_ context: FlowContext) async throws -> Bool {
    let receipt = try await context.at(access).filed(claim.receipt)
    let removes = try await context.choose(
      "claim-action", from: [Option("done", false), Option("remove", true)], default: "done"
    ) {
      if let text = claim.text { Row("text", text) }
      Row("day", claim.day)
      switch claim.debt {
      case .toClaimant: Row("owed-to-you", claim.amount.positive)
      case .byClaimant: Row("owed-by-you", claim.amount.positive)
      case .onlyBilled: Row("only-billed")
      case .nothing: Row("nothing-owed")
      }
      if let vat = claim.vat, !vat.isZero { Row("vat", vat.positive) }
      if let journey = claim.journey { Row("distance", journey.distance.description) }
      receipt.rows
    }
    guard removes else { return false }
    try await context.confirm("confirm-removal", with: ["amount": claim.amount.positive])
    return try await context.at(access).order("remove-claim", of: claim.id) {
      try await $0.remove($1)
    }
  }
}
