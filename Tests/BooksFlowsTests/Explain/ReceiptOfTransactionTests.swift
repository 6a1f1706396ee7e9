import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// The receipt of a transaction that is explained.
struct ReceiptOfTransactionTests {
  private static let pdf = Array("%PDF-1.4\n1 0 obj".utf8)

  /// A world in which the file of the hotel’s receipt is asked for, and a file that was given.
  private func atReceipt(
    between: (any FreeAgent.Service) -> any FreeAgent.Service = { $0 }
  ) async throws -> (world: BooksWorld, file: KeptFile) {
    let world = try BooksWorld(between: between)
    try world.walk("explain", "current-account")
    let hotel = try await world.transaction("Hilton Hotels")
    world.answer(.text("transaction-\(hotel.url?.id?.description ?? "")"), "", "", "", "details")
    for _ in 0..<20 where !world.step.hasSuffix("receipt-file") { world.answer("") }
    try #require(world.step.hasSuffix("receipt-file"))
    let file = try await world.controller.keep(FileContents(Self.pdf, named: "hotel.pdf"))
    return (world, file)
  }

  @Test func `is shown before, and arrives with the explanation`() async throws {
    let (world, file) = try await atReceipt()
    #expect(try world.refusal(of: .file(try await text(in: world))).code == .fileType)
    world.answer(.file(file))
    #expect(world.page.contains("Receipt | hotel.pdf (16\u{A0}bytes)"))
    world.answer("explain")
    let made = try await world.explanation(of: "Hilton Hotels")
    #expect(made.attachment?.fileName == "hotel.pdf")
    #expect(made.attachment?.fileSize == Self.pdf.count)
    try world.expectOrder()
  }

  private func text(in world: BooksWorld) async throws -> KeptFile {
    try await world.controller.keep(FileContents(Array("a stay".utf8), named: "notes.txt"))
  }

  @Test func `is kept while something else is changed`() async throws {
    let (world, file) = try await atReceipt()
    world.answer(.file(file), "details")
    try world.fill(["category": "365", "vat": "zero"])
    #expect(world.page.contains("Receipt | hotel.pdf (16\u{A0}bytes)"))
    #expect(world.page.contains("Category | 365 Travel"))
    try world.expectOrder()
  }

  @Test(arguments: ExactlyOnceTests.LossyService.Loss.allCases)
  func `arrives once, whatever is lost`(loss: ExactlyOnceTests.LossyService.Loss) async throws {
    var service: ExactlyOnceTests.LossyService?
    let (world, file) = try await atReceipt { base in
      let lossy = ExactlyOnceTests.LossyService(base)
      service = lossy
      return lossy
    }
    world.answer(.file(file))
    try #require(service).lose(loss)
    world.answer("explain", "again")
    let made = try await world.transaction("Hilton Hotels").explanations ?? []
    #expect(made.map { $0.attachment?.fileName } == ["hotel.pdf"])
    try world.expectOrder()
  }
}
