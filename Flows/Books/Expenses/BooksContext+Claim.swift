import BooksClient
import Flowline
import Money
import ServiceSteps

/// What a claim is expected to come to, without signs; nil for what is not known before.
struct Expected: Sendable {
  var amount: Money?
  var vat: Money?
}

/// What was claimed.
struct Claimed: Codable, Sendable {
  /// What the books have.
  let expense: BookExpense
  /// What people call the claimant.
  let claimant: String
  /// What people call the category; nil for a journey.
  let category: String?
  /// The later claims that are paid another amount because of it; nil if there are none.
  var later: [LaterClaims]?

  /// What is said of it.
  var words: Text { (later ?? []).sentences(after: ownWords) }

  private var ownWords: Text {
    let texts = ExpenseFlow.texts
    let what = category.map { Text(verbatim: $0) } ?? texts("result.journey")
    let amount = expense.amount.positive
    let key: String
    switch expense.debt {
    case .toClaimant: key = "result.owed-to"
    case .byClaimant: key = "result.owed-by"
    case .onlyBilled: return texts("result.only-billed", claimant)
    case .nothing: return texts("result.nothing-owed", .text(what), .string(claimant))
    }
    guard let vat = expense.vat?.positive, !vat.isZero else {
      return texts(key, .money(amount), .text(what), .string(claimant))
    }
    return texts("\(key).vat", .money(amount), .text(what), .money(vat), .string(claimant))
  }
}

/// Who owes the amount of a claim.
enum ClaimDebt {
  case toClaimant, byClaimant
  /// Nobody does: it is a journey for which only a customer is billed.
  case onlyBilled
  /// Nobody does, since it comes to nothing.
  case nothing
}

extension BookExpense {
  /// Who owes its amount.
  var debt: ClaimDebt {
    if amount.isNegative { return .toClaimant }
    if !amount.isZero { return .byClaimant }
    return journey?.isReclaimed == false ? .onlyBilled : .nothing
  }
}

extension BooksContext {
  /// The expenses in the books that are as a claim would be.
  ///
  /// - Parameter changed: the claim that is changed to it, which is none of them; nil for a new one.
  func alike(_ claim: ExpenseClaim, besides changed: ChangedClaim?) async throws -> [BookExpense] {
    let (contents, own) = (claim.contents, changed?.filed.expense.id)
    return try await read("alike") { keeper in
      try await keeper.expenses(of: contents.claimant, in: contents.day...contents.day)
        .filter { contents.isLike($0) && $0.id != own }
    }
  }

  /// Has something claimed, or a claim changed; nil if it is to be asked for again, after a page that says
  /// why.
  ///
  /// - Parameters:
  ///   - claim: what is claimed.
  ///   - changed: the claim that is changed to it; nil for a new one.
  ///   - facts: what the form was made of.
  ///   - alike: what is in the books already; if there is anything, it is asked first.
  ///   - expected: what was shown before; the service’s own figures are shown if they differ.
  func save(
    _ claim: ExpenseClaim, in changed: inout ChangedClaim?, _ facts: ExpenseFacts,
    _ alike: [BookExpense], expecting expected: Expected
  ) async throws -> Claimed? {
    if !alike.isEmpty {
      let question = changed == nil ? nil : ExpenseFlow.texts("change.duplicate")
      let goesOn = try await flow.run(ConfirmScreen("duplicate", question, default: false))
      guard goesOn else { return nil }
    }
    let saved: BookExpense?
    if var now = changed {
      saved = try await change(&now, to: claim)
      changed = now
    } else {
      saved = try await add(claim, to: facts.company)
    }
    guard let made = saved else { return nil }
    try await show(made, expected)
    return Claimed(
      expense: made, claimant: facts.name(of: claim.contents.claimant),
      category: facts.category(made.category)?.name)
  }

  /// Has something claimed; nil if the service refuses, after a page that says why.
  private func add(
    _ claim: ExpenseClaim, to company: BookCompany
  ) async throws -> BookExpense? {
    var contents = claim.contents
    if contents.journey == nil { contents.vat = company.vat(contents.vat, on: contents.day) }
    let order = ExpenseOrder(
      key: makeOrderKey(), contents: contents, receipt: claim.receipt.map { OrderFile($0) })
    let files = [claim.receipt].compactMap(\.self)
    let result = try await self.order("claim", of: order, isBooked: true, attaching: files) {
      try await $0.claim($1, receipt: $2.first)
    }
    switch result {
    case .claimed(let made): return made
    case .refused(let reasons):
      try await showRefusal(reasons)
      return nil
    }
  }

  /// Shows the service’s figures beside what was expected, if they differ.
  private func show(_ made: BookExpense, _ expected: Expected) async throws {
    let amount = made.amount.positive
    let vat = made.vat?.positive
    let differs = [
      expected.amount.map { $0 != amount }, expected.vat.map { $0 != vat ?? .zero($0.currency) },
    ]
    guard differs.contains(true) else { return }
    try await flow.show("differs") {
      Row("amount", amount)
      if let expectedAmount = expected.amount { Row("expected-amount", expectedAmount) }
      if let vat { Row("vat", vat) }
      if let expectedVAT = expected.vat { Row("expected-vat", expectedVAT) }
    }
  }
}
