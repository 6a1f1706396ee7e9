import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Changes of claims that the service refuses: what was written meanwhile, and by whom.
struct RefusedChangeTests {
  typealias Expense = FreeAgent.Expense

  /// What the sample’s owner has paid for paper.
  private static let paper = FreeAgent.Identifier<Expense>(3)
  private static let refusal = FreeAgent.CallProblem.refused(
    FreeAgent.Failure(status: 422, snippet: "The VAT period is locked"))

  /// A change of the amount, on the page that says why it was refused.
  ///
  /// - Parameters:
  ///   - file: a receipt that is attached, too; nil if none is.
  ///   - written: how many writes are carried out before one is refused.
  private func atRefusal(
    attaching file: FileContents? = nil, after written: Int = 0
  ) async throws -> BooksWorld {
    let (world, service) = try BooksWorld.withService()
    try world.walk("books", "expenses", "claim-3", "change")
    var answers: [String: Answer] = ["amount": "60"]
    if let file { answers["receipt"] = .file(try await world.controller.keep(file)) }
    try world.fill(answers)
    service.failWrite(after: written, Self.refusal)
    world.answer("save")
    try #require(world.step.hasSuffix("change-expense/refused"), "\(world.step)")
    #expect(world.page == ["The VAT period is locked"])
    return world
  }

  /// What somebody else does to a claim.
  struct Beside: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (inout Expense) -> Void
  }

  static let beside = [
    Beside(testDescription: "a number is added") { $0.receiptReference = "R 9" },
    Beside(testDescription: "a receipt is attached") {
      $0.attachment = FreeAgent.Attachment {
        $0.fileName = "beside.png"
        $0.contentType = "image/png"
        $0.data = "iVBORw0KGgo="
      }
    },
  ]

  @Test(arguments: beside) func `what somebody else does while the refusal is read stays`(
    beside: Beside
  ) async throws {
    let world = try await atRefusal()
    let theirs = try await world.ask(FreeAgent.Update(Self.paper, Expense(beside.build)))
    world.answer("")
    #expect(world.question.hasPrefix("Somebody has changed this claim since"), "\(world.step)")
    world.answer("")
    #expect(world.step.hasSuffix("claim-action"))
    let now = try await world.ask(FreeAgent.Get(Self.paper))
    #expect(now.grossValue == -58)
    #expect(now.receiptReference == theirs?.receiptReference)
    #expect(now.attachment?.url == theirs?.attachment?.url)
    try world.expectOrder()
  }

  @Test func `a part that was written is one’s own, and the rest follows`() async throws {
    let file = FileContents(Array("%PDF-1.4\npaper".utf8), named: "paper.pdf")
    // The amount is changed, and then the receipt is refused.
    let world = try await atRefusal(attaching: file, after: 1)
    #expect(try await world.ask(FreeAgent.Get(Self.paper)).grossValue == -60)
    world.answer("")
    try world.takeOffered()
    world.answer("save")
    #expect(world.step.hasSuffix("claim-action"), "\(world.question)")
    let made = try await world.ask(FreeAgent.Get(Self.paper))
    #expect(made.grossValue == -60 && made.attachment?.fileName == "paper.pdf")
    try world.expectOrder()
  }
}
