import Books
import BooksClient
import Flowline
import Money

/// One claim that is in the books: it can be changed, given a receipt or taken away, unless it was billed.
///
/// It results in whether it was taken away.
struct ClaimedFlow: BooksFlow {
  static let texts = ExpenseFlow.texts
  let id: FlowID = "claimed"
  let access: BooksAccess
  let claim: BookExpense

  func run(_ context: FlowContext) async throws -> Bool {
    let books = context.at(access)
    while true {
      guard let filed = try await books.filedClaim(claim) else {
        try await context.show("claim-gone")
        return false
      }
      let receipt = try await books.filed(filed.expense.receipt)
      let changed = ChangedClaim(filed: filed, receipt: receipt.file)
      switch try await context.run(menu(filed, receipt)) {
      case .change where filed.expense.journey == nil:
        _ = try await context.visit(ExpenseFlow(access: access, changed: changed))
      case .change:
        _ = try await context.visit(MileageFlow(access: access, changed: changed))
      case .receipt:
        _ = try await context.visit(ClaimReceiptFlow(access: access, filed: filed))
      case .remove:
        return try await remove(filed.expense, books)
      case .done: return false
      }
    }
  }

  /// Takes a claim away, and says what that changes about later ones.
  private func remove(_ expense: BookExpense, _ books: BooksContext) async throws -> Bool {
    let later = try await books.laterClaims(without: expense)
    try await books.flow.confirm(
      "confirm-removal", expense.amount.isZero ? texts("confirm-removal.nothing") : nil,
      with: ["amount": expense.amount.positive]
    ) { later.rows }
    let isRemoved = try await books.order("remove-claim", of: claim.id, isBooked: false) {
      try await $0.remove($1)
    }
    if isRemoved, let changes = try await books.changes(of: later) {
      try await books.flow.show("later-changed") { changes.rows }
    }
    return isRemoved
  }

  private enum Choice: String, Encodable, Sendable {
    case change, receipt, remove, done
  }

  private func menu(_ filed: FiledClaim, _ receipt: FiledReceipt) -> some Screen<Choice> {
    let expense = filed.expense
    let isOpen = !filed.isBilled
    let receiptLabel =
      expense.receipt == nil
      ? texts("claim-action.add-receipt") : texts("claim-action.replace-receipt")
    let options: [Option<Choice>?] = [
      isOpen && filed.contents != nil ? Option(.change) : nil,
      isOpen ? Option(.receipt, label: receiptLabel) : nil, isOpen ? Option(.remove) : nil,
      Option(.done),
    ]
    return ChoiceScreen("claim-action", options: options.compactMap(\.self), default: "done").page {
      if let text = expense.text { Row("text", text) }
      Row("day", expense.day)
      switch expense.debt {
      case .toClaimant: Row("owed-to-you", expense.amount.positive)
      case .byClaimant: Row("owed-by-you", expense.amount.positive)
      case .onlyBilled: Row("only-billed")
      case .nothing: Row("nothing-owed")
      }
      if let vat = expense.vat, !vat.isZero {
        let accounting = VATAccounting(of: filed.contents?.ecStatus, isSale: false)
        Row("vat", accounting.words(for: vat.positive))
      }
      if let journey = expense.journey {
        Row("distance", Text(miles: journey.distance, in: filed.distanceUnit))
      }
      receipt.rows
      if filed.isBilled { Row("billed") }
      if isOpen, let change = filed.rateChange {
        Row("rate-changed", texts("rate-changed", Text(rate: change.was), Text(rate: change.now)))
        Row("rate-hint")
      }
    }.with(["claim": expense.text ?? expense.id.text]).asMenu()
  }
}

/// Attaches a receipt to a claim that is in the books, in place of the one that it has.
///
/// It results in the claim with its receipt.
struct ClaimReceiptFlow: BooksFlow {
  static let texts = ExpenseFlow.texts
  let access: BooksAccess
  let filed: FiledClaim

  var id: FlowID { filed.expense.receipt == nil ? "add-receipt" : "replace-receipt" }

  func run(_ context: FlowContext) async throws -> BookExpense {
    let screen = FileScreen(
      "new-receipt", accepting: FormPage.receiptTypes, size: 1...FormPage.largestReceipt)
    while true {
      let file = try await context.run(screen)
      let change = ExpenseChange(
        of: filed.expense.id,
        receipt: ExpenseChange.Receipt(old: filed.expense.receipt?.id, new: OrderFile(file)))
      if let made = try await context.at(access).change(change, attaching: file) { return made }
    }
  }
}
