import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// Receipts: what may be attached to a claim, and what arrives.
struct ReceiptTests {
  private static let pdf = Array("%PDF-1.4\n1 0 obj".utf8)
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
  private static let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0]

  private func atReceipt() throws -> BooksWorld {
    let world = try BooksWorld()
    try world.walk("expense", "", "", "285", "12.34", "", "Lunch")
    try #require(world.step.hasSuffix("receipt"))
    return world
  }

  @Test(arguments: [
    ("lunch.pdf", Self.pdf, "application/pdf"), ("lunch.png", Self.png, "image/png"),
    ("really-a.png", Self.pdf, "application/pdf"), ("../../etc/passwd", Self.png, "image/png"),
  ])
  func `a file arrives as what it is, whatever its name says`(
    name: String, bytes: [UInt8], type: String
  ) async throws {
    let world = try atReceipt()
    let kept = try await world.controller.keep(FileContents(bytes, named: name))
    world.answer(.file(kept))
    #expect(world.page.contains("Receipt | \(kept.name) (\(kept.size)\u{A0}bytes)"))
    world.answer("save")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    let attachment = try #require(made.attachment)
    #expect(attachment.fileName == kept.name && !kept.name.contains("/"))
    #expect(attachment.fileSize == bytes.count)
    #expect(attachment.contentType?.hasSuffix(type.split(separator: "/").last ?? "") == true)
    try world.expectOrder()
  }

  @Test(arguments: [
    ("photo.heic", Self.heic, 0, Refusal.Code.fileType), ("photo.jpg", Self.heic, 0, .fileType),
    ("notes.txt", Array("a meal".utf8), 0, .fileType), ("empty.pdf", [], 0, .fileTooSmall),
    ("large.pdf", Self.pdf, 5_242_880, .fileTooBig),
  ])
  func `what is none of the kinds, empty or above 5 MB is refused`(
    name: String, beginning: [UInt8], more: Int, code: Refusal.Code
  ) async throws {
    let world = try atReceipt()
    let bytes = beginning + [UInt8](repeating: 0, count: more)
    let kept = try await world.controller.keep(FileContents(bytes, named: name))
    #expect(try world.refusal(of: .file(kept)).code == code)
    try world.expectOrder()
  }

  @Test func `exactly 5 MB arrive`() async throws {
    let world = try atReceipt()
    let bytes = Self.pdf + [UInt8](repeating: 0, count: 5_242_880 - Self.pdf.count)
    let kept = try await world.controller.keep(FileContents(bytes, named: "long.pdf"))
    world.answer(.file(kept), "save")
    #expect(
      try await world.expenses(on: "2026-11-20").first?.attachment?.fileSize == 5_242_880)
    try world.expectOrder()
  }

  @Test func `a receipt is kept when something else is changed, or replaced`() async throws {
    let world = try atReceipt()
    let first = try await world.controller.keep(FileContents(Self.pdf, named: "first.pdf"))
    let second = try await world.controller.keep(FileContents(Self.png, named: "second.png"))
    world.answer(.file(first), "change")
    try world.fill(["amount": "12.35"])
    #expect(world.page.contains("Receipt | first.pdf (16\u{A0}bytes)"))
    world.answer("change")
    try world.fill(["keep-receipt": "n", "receipt": .file(second)])
    #expect(world.page.contains("Receipt | second.png (12\u{A0}bytes)"))
    try world.expectOrder()
  }

  @Test func `a receipt arrives once, whatever is lost`() async throws {
    let service = ExactlyOnceTests.LossyService(try CompanyService())
    let world = try BooksWorld { _ in service }
    try world.walk("expense", "", "", "285", "12.34", "", "Lunch")
    let kept = try await world.controller.keep(FileContents(Self.pdf, named: "lunch.pdf"))
    world.answer(.file(kept))
    service.lose(.request, .answer)
    world.answer("save", "again", "again")
    #expect(world.output != nil)
    #expect(service.arrived == 1)
    try world.expectOrder()
  }
}
