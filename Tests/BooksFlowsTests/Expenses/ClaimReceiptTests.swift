import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// The receipt of a claim that is in the books already.
struct ClaimReceiptTests {
  private static let pdf = Array("%PDF-1.4\npaper".utf8)
  private static let other = Array("%PDF-1.4\nanother paper".utf8)
  /// What the sample’s owner has paid for paper.
  private static let paper = FreeAgent.Identifier<FreeAgent.Expense>(3)

  /// Comes to the page of the claim.
  private func atClaim<Between: FreeAgent.Service>(
    over between: (any FreeAgent.Service) -> Between
  ) throws -> (world: BooksWorld, service: Between) {
    let (world, service) = try BooksWorld.with(between)
    try world.walk("books", "expenses", "claim-3")
    return (world, service)
  }

  /// Attaches a file on the page of the claim.
  private func attach(_ bytes: [UInt8], named name: String, in world: BooksWorld) async throws {
    world.answer("receipt")
    try #require(world.step.hasSuffix("new-receipt"))
    let kept = try await world.controller.keep(FileContents(bytes, named: name))
    world.answer(.file(kept))
  }

  private func attached(in world: BooksWorld) async throws -> [UInt8]? {
    try await world.contents(of: world.ask(FreeAgent.Get(Self.paper)).attachment)
  }

  @Test func `one is added, and then replaced`() async throws {
    let (world, _) = try atClaim { ServiceBetween($0) }
    #expect(world.choices.contains { $0.hasPrefix("receipt | Add a receipt") }, "\(world.choices)")
    let before = try await world.ask(FreeAgent.Get(Self.paper))
    try await attach(Self.pdf, named: "paper.pdf", in: world)
    #expect(world.page.contains("Receipt | paper.pdf (14\u{A0}bytes)"), "\(world.page)")
    #expect(try await attached(in: world) == Self.pdf)
    #expect(world.choices.contains { $0.hasPrefix("receipt | Replace the receipt") })
    try await attach(Self.other, named: "other.pdf", in: world)
    #expect(world.page.contains { $0.hasPrefix("Receipt | other.pdf") }, "\(world.page)")
    #expect(try await attached(in: world) == Self.other)
    var after = try await world.ask(FreeAgent.Get(Self.paper)).withoutReadOnlyMembers
    after.attachment = nil
    #expect(after == before.withoutReadOnlyMembers)
    try world.expectOrder()
  }

  @Test func `what is none of the kinds is refused`() async throws {
    let (world, _) = try atClaim { ServiceBetween($0) }
    world.answer("receipt")
    let text = try await world.controller.keep(
      FileContents(Array("a meal".utf8), named: "receipt.pdf"))
    #expect(try world.refusal(of: .file(text)).code == .fileType)
    #expect(try await attached(in: world) == nil)
    try world.expectOrder()
  }

  @Test func `it is attached once, whatever is lost on the way`() async throws {
    for loss in ExactlyOnceTests.LossyService.Loss.allCases {
      let (world, service) = try atClaim { ExactlyOnceTests.LossyService($0) }
      service.lose(loss)
      try await attach(Self.pdf, named: "paper.pdf", in: world)
      for _ in 0..<3 where world.controller.prompt?.hold != nil { world.answer("again") }
      #expect(world.step.hasSuffix("claim-action"), "\(world.question)")
      #expect(service.arrived == 1)
      // Of taking the old one off, and of the new one.
      service.lose(loss, loss)
      try await attach(Self.other, named: "other.pdf", in: world)
      for _ in 0..<3 where world.controller.prompt?.hold != nil { world.answer("again") }
      #expect(world.step.hasSuffix("claim-action"), "\(world.question)")
      #expect(try await attached(in: world) == Self.other)
      #expect(service.arrived == 3)
      try world.expectOrder()
    }
  }

  @Test func `one that somebody else has attached meanwhile stays`() async throws {
    let (world, _) = try atClaim { ServiceBetween($0) }
    world.answer("receipt")
    let beside = FreeAgent.Expense {
      $0.attachment = FreeAgent.Attachment {
        $0.fileName = "beside.png"
        $0.contentType = "image/png"
        $0.data = "iVBORw0KGgo="
      }
    }
    _ = try await world.ask(FreeAgent.Update(Self.paper, beside))
    let kept = try await world.controller.keep(FileContents(Self.pdf, named: "paper.pdf"))
    world.answer(.file(kept))
    #expect(world.question.hasPrefix("Somebody has changed this claim since"))
    world.answer("")
    #expect(world.page.contains { $0.hasPrefix("Receipt | beside.png") }, "\(world.page)")
    try world.expectOrder()
  }

  @Test func `it stays when the claim is changed, unless somebody says no`() async throws {
    for (answer, name) in [("y", "paper.pdf"), ("n", nil)] as [(String, String?)] {
      let (world, _) = try atClaim { ServiceBetween($0) }
      try await attach(Self.pdf, named: "paper.pdf", in: world)
      world.answer("change")
      try world.fill(["amount": "60", "keep-receipt": .text(answer)])
      let isNamed = world.page.contains("No longer part of the claim | receipt")
      #expect(isNamed == (name == nil), "\(world.page)")
      world.answer("save")
      let claim = try await world.ask(FreeAgent.Get(Self.paper))
      #expect(claim.grossValue == -60 && claim.attachment?.fileName == name)
      try world.expectOrder()
    }
  }
}
