import Books
import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// Another kind in place of one with all its details: whatever pair it is, what is gone is what is named.
struct KindChangeTests {
  /// What a review shows of an explanation, with the name under which it is said to be forgotten.
  private static let names = [
    "Category": "category", "Description": "description", "EC status": "EC status", "VAT": "VAT",
    "Cheque number": "cheque number", "Receipt number": "receipt number", "Project": "project",
    "Billing": "billing", "Markup in per cent": "markup or price",
    "Foreign amount": "foreign amount", "User": "user", "Other account": "other account",
    "Stock item": "stock item", "Quantity": "quantity", "Years": "years", "Asset": "asset",
  ]

  /// The same by the steps that ask for it: what is emptied there was not forgotten.
  private static let asked = [
    "category": "category", "description": "description", "ec-status": "EC status", "vat": "VAT",
    "cheque": "cheque number", "receipt": "receipt number", "project": "project",
    "rebill": "billing", "markup": "markup or price", "foreign-amount": "foreign amount",
    "user": "user", "other-account": "other account", "stock": "stock item",
    "quantity": "quantity", "years": "years", "asset": "asset",
  ]

  /// What it shows of the transaction, or of what follows from the rest.
  private static let others: Set<String> = [
    "Transaction", "Type", "Amount", "Day", "Without VAT", "Left to explain",
    "No longer asked for", "This category does not reduce taxable profit",
  ]

  /// The kinds of each direction.
  private static let kinds = ExplanationKind.allCases

  /// The category of each kind that has one; the others are filed without.
  private static let categories: [ExplanationKind: Answer] = [
    .payment: "365", .refund: "269", .sales: "001", .salesRefund: "001", .paidToUser: "902",
    .receivedFromUser: "907", .capitalAssetPurchase: "602", .otherMoneyOut: "681",
    .otherMoneyIn: "051",
  ]

  /// What has to be told anew whenever it is asked for.
  private static let required: [String: Answer] = ["quantity": "2", "foreign-amount": "50"]

  /// What may be left out.
  private static let details: [String: Answer] = [
    "vat": "standard", "cheque": "7", "receipt": "R 1", "project": "project-1",
    "rebill": "markup", "markup": "10", "other-account": "other-account-3", "years": "5",
    "description": "Some words",
  ]

  /// Asks for the details of a kind: what is told is answered, and for the rest what is offered, or the first of
  /// what can be chosen.
  ///
  /// - Returns: the names of what was asked for.
  @discardableResult
  private func answerDetails(
    of kind: ExplanationKind, _ told: [String: Answer], in world: BooksWorld
  ) throws -> Set<String> {
    var names: Set<String> = []
    world.answer("details", .text(kind.word))
    for _ in 0..<30 {
      let step = world.step.split(separator: "/").last.map(String.init) ?? ""
      guard step != "review" else { return names }
      if let name = Self.asked[step] { names.insert(name) }
      let prompt = try #require(world.controller.prompt)
      let isOffered = prompt.isOptional || prompt.defaultText != nil
      // Some documents are of less than is paid, which is asked back about.
      world.insist(told[step] ?? (isOffered ? .text(prompt.draft ?? "") : "1"))
    }
    Issue.record("\(kind): the review is not reached, but \(world.step)")
    return names
  }

  /// What the explanation has, by the names under which it can be forgotten.
  private func things(of kind: ExplanationKind, in world: BooksWorld) -> Set<String> {
    var things: Set<String> = []
    for line in world.page {
      let row = line.split(separator: " | ", maxSplits: 1).first.map(String.init) ?? line
      if row == "Document" {
        things.insert([.billPayment, .billRefund].contains(kind) ? "bill" : "document")
      } else if let name = Self.names[row] {
        things.insert(name)
      } else {
        #expect(Self.others.contains(row), "\(row)")
      }
    }
    return things
  }

  private func forgotten(in world: BooksWorld) -> Set<String> {
    Set(world.values(of: "No longer asked for"))
  }

  @Test(arguments: kinds)
  func `what another kind does not have is what is named as forgotten`(
    kind: ExplanationKind
  ) async throws {
    let direction = kind.rule.direction
    let world = try BooksWorld()
    try world.walk("explain", "current-account")
    let text = direction == .moneyOut ? "Trainline" : "ZOE MARCHETTI"
    let transaction = try await world.transaction(text)
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"))
    // Any kind that needs little comes first.
    let start = direction == .moneyOut ? ["payment", "365", "zero"] : ["sales", "001", "standard"]
    for answer in start { world.answer(.text(answer)) }
    var told = Self.required.merging(Self.details) { $1 }
    told["category"] = Self.categories[kind]
    var forgets = false
    for other in Self.kinds where other != kind && other.rule.direction == direction {
      try answerDetails(of: kind, told, in: world)
      let before = things(of: kind, in: world)
      let asked = try answerDetails(of: other, Self.required, in: world)
      let gone = before.subtracting(things(of: other, in: world)).subtracting(asked)
      #expect(forgotten(in: world) == gone, "\(kind), then \(other): \(world.page)")
      forgets = forgets || !gone.isEmpty
    }
    #expect(forgets, "\(kind) has nothing that no other kind lacks")
    try world.expectOrder()
  }
}
