import FlowTestSupport
import Flowline
import FlowlineTesting
import Testing

@testable import BooksFlows

/// Every text that e-mails and claims want is in their catalogues.
struct TextTests {
  @Test(arguments: ["en_GB", "ru_RU"])
  func `no text is missing`(locale: String) async throws {
    let check = TextCheck(
      of: [EmailDocumentFlow.texts, ExpenseFlow.texts, sharedTexts])
    for kind in ["invoice", "credit-note", "estimate"] {
      try walk("email-document", ["kind": .text(kind), "subject": "A", "body": "B"], locale)
    }
    try walk("email-document", ["document": "invoice-7"], locale)
    try walk("email-document", ["document": "invoice-8", "unusual": "y"], locale)
    for answers in details {
      let world = try BooksWorld(locale: locale)
      try world.start("expense")
      try world.fill(["category": "285", "amount": "10", "description": "A"])
      world.answer("details")
      try world.fill(answers)
      world.answer("save")
      #expect(world.output != nil)
    }
    for vehicle in ["car", "motorcycle", "bicycle"] {
      try walk(
        "mileage", ["distance": "60", "description": "A", "vehicle": .text(vehicle)], locale)
    }
    try walk(
      "mileage",
      ["distance": "1", "description": "A", "fuel-receipt": "y", "project": "project-1"], locale)
    for claim in ["claim-6", "claim-8"] {
      let world = try BooksWorld(locale: locale)
      try world.walk("books", "expenses", .text(claim), "change")
      try world.fill(claim == "claim-6" ? ["category": "285"] : ["vehicle": "bicycle"])
      world.answer("save", "receipt")
      #expect(world.step.hasSuffix("new-receipt"))
    }
    #expect(check.missing == [])
    #expect(check.untranslated(in: "ru") == [])
  }

  private var details: [[String: Answer]] {
    [
      ["project": "project-1", "rebill": "markup", "markup": "10", "recurring": "weekly"],
      [
        "project": "project-1", "rebill": "price", "price": "10", "vat": "amount",
        "vat-amount": "1",
      ],
      ["currency": "EUR", "amount": "10", "direction": "refund", "reference": "7"],
      ["category": "609", "stock": "stock-1", "quantity": "2"],
    ]
  }

  /// Walks a flow to its end, whatever it asks.
  private func walk(_ flow: FlowID, _ answers: [String: Answer], _ locale: String) throws {
    let world = try BooksWorld(locale: locale)
    try world.start(flow)
    try world.fill(answers)
    #expect(!world.page.isEmpty)
    world.answer("change")
    try world.fill([:])
    world.answer("")
    #expect(world.output != nil, "\(world.step) \(world.page)")
  }
}
