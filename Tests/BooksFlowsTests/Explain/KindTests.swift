import Books
import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Every kind of explanation, through the form to the service, which finds the kind out by itself.
struct KindTests {
  /// A transaction, and the answers that explain it.
  struct Walk: Sendable, CustomTestStringConvertible {
    let kind: ExplanationKind
    let text: String
    let answers: [Answer]
    var account = "current-account"

    var testDescription: String { kind.rawValue }
  }

  static let walks = [
    Walk(kind: .payment, text: "Trainline", answers: ["365", "zero"]),
    Walk(kind: .refund, text: "Pixel & Pen refund", answers: ["269", "standard"]),
    Walk(kind: .billPayment, text: "Inkwell Print", answers: [""]),
    Walk(kind: .billRefund, text: "ZOE MARCHETTI", answers: [""]),
    Walk(kind: .invoiceReceipt, text: "ZOE MARCHETTI", answers: [""]),
    Walk(kind: .sales, text: "BRIGHTWATER", answers: ["001", "standard"]),
    Walk(kind: .salesRefund, text: "Trainline", answers: ["001", "standard"]),
    Walk(kind: .creditNoteRefund, text: "Trainline", answers: [""]),
    Walk(kind: .transferTo, text: "Hilton", answers: ["other-account-2"]),
    Walk(kind: .transferFrom, text: "ZOE MARCHETTI", answers: ["other-account-2"]),
    Walk(kind: .paidToUser, text: "Trainline", answers: ["1"]),
    Walk(kind: .receivedFromUser, text: "ZOE MARCHETTI", answers: ["1"]),
    Walk(kind: .capitalAssetPurchase, text: "Elm Computers", answers: ["602", "standard"]),
    Walk(kind: .capitalAssetDisposal, text: "ZOE MARCHETTI", answers: ["", "standard"]),
    Walk(kind: .stockPurchase, text: "Inkwell Print", answers: ["", "100", "standard"]),
    Walk(kind: .stockSale, text: "ZOE MARCHETTI", answers: ["", "2", "standard"]),
    Walk(kind: .otherMoneyOut, text: "Trainline", answers: ["681", "outside"]),
    Walk(kind: .otherMoneyIn, text: "ZOE MARCHETTI", answers: ["051", "outside"]),
  ]

  @Test(arguments: walks) func `is what the service takes it for`(walk: Walk) async throws {
    let world = try BooksWorld()
    try world.walk("explain", .text(walk.account))
    let transaction = try await world.transaction(walk.text)
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"))
    world.answer(.text(walk.kind.word))
    for answer in walk.answers {
      // What is chosen from has something that Enter takes, or the first is taken.
      if answer == "", world.controller.prompt?.defaultText == nil {
        world.answer("1")
      } else {
        world.answer(answer)
      }
    }
    #expect(world.step == "explain/explanation/review", "\(walk.kind)")
    world.answer("explain")
    #expect(world.step == "explain/transaction", "\(world.page)")
    let made = try await world.transaction(walk.text).explanations?.first
    #expect(made?.type?.rawValue == walk.kind.rawValue)
    try world.expectOrder()
  }

  /// The kinds that need something there is not are not offered, and every other one is.
  @Test func `the kinds offered are those of the table`() async throws {
    let world = try BooksWorld()
    let accounts = try await world.keeper.accounts()
    for account in accounts {
      let setting = try await world.keeper.setting(of: account)
      let page = try await world.keeper.transactions(of: account, .unexplained, size: 100)
      for transaction in page.elements where !transaction.unexplained.isZero {
        let facts = ExplanationFacts(
          setting, try await world.keeper.subject(transaction.id, in: setting))
        let offered = facts.context.offered.map(\.kind)
        #expect(offered.contains(transaction.unexplained.isNegative ? .payment : .refund))
        #expect(offered.contains(.paidToUser) == false || account.currency == .gbp)
        let isEuro = account.currency == .eur
        #expect(!isEuro || !offered.contains(.receivedFromUser))
      }
    }
  }

  @Test func `every kind is walked`() {
    #expect(Set(Self.walks.map(\.kind)) == Set(ExplanationKind.allCases))
  }
}
