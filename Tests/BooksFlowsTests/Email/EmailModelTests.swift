import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import ServiceBasics
import Testing

@testable import BooksFlows

/// What the model of an e-mail screen in the article on the iOS app does badly; each by its number.
struct EmailModelTests {
  private static let off = FreeAgent.CallProblem.noAnswer("the connection was cut")

  @Test(arguments: EmailedKind.all)
  func `model 1: a template that fails keeps nobody from sending`(emailed: EmailedKind) throws {
    let (world, service) = try BooksWorld.withService()
    service.fail("/email_template", Self.off)
    try world.walk(to: emailed.draft, of: emailed)
    try world.enter(until: "/to")
    #expect(world.controller.prompt?.defaultAnswer == .string(emailed.recipient))
    world.answer("")
    #expect(world.controller.prompt?.defaultAnswer == .string(emailed.subject))
    world.answer("")
    #expect(world.step.hasSuffix("body"))
    let rows = world.controller.prompt?.page.flatMap(\.rows) ?? []
    #expect(rows.contains { $0.label.text.contains("could not be loaded") })
    world.answer("By hand.")
    try world.enter(until: "review")
    world.answer("send")
    #expect(try world.books.outbox().map(\.body) == ["By hand."])
    #expect(try world.books.outbox().map(\.recipient) == [emailed.recipient])
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all)
  func `model 2: senders that fail are reported, and are read again`(emailed: EmailedKind) throws {
    let (world, service) = try BooksWorld.withService()
    service.fail("/email_addresses", Self.off, Self.off)
    try world.walk(to: emailed.draft, of: emailed)
    #expect(world.step.hasSuffix("not-loaded"))
    world.answer("again")
    #expect(world.step.hasSuffix("not-loaded"))
    world.answer("again")
    #expect(world.step.hasSuffix("from"))
    #expect(world.choices.count == 3)
    try world.expectOrder()
  }

  @Test(
    arguments: EmailedKind.all,
    [
      ["Ben <ben@thornbury.example>", "Ada T. <ada@Thornbury.EXAMPLE>"],
      ["ben@thornbury.example", "ada@thornbury.example"],
    ])
  func `model 3: the sender is who is logged in, by address and not by name`(
    emailed: EmailedKind, senders: [String]
  ) throws {
    let (world, service) = try BooksWorld.withService()
    service.change { $0 is [String] ? senders : $0 }
    try world.walk(to: emailed.draft, of: emailed)
    let standard = try #require(world.controller.prompt?.defaultAnswer?.string)
    #expect(senders[1].contains(standard))
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all)
  func `model 3: one sender is not asked for, and none is explained`(emailed: EmailedKind) throws {
    let (world, service) = try BooksWorld.withService()
    service.change { $0 is [String] ? [String]() : $0 }
    try world.walk(to: emailed.draft, of: emailed)
    #expect(world.step.hasSuffix("no-senders"))
    world.answer("again")
    #expect(world.step.hasSuffix("no-senders"))
    service.change { $0 is [String] ? ["Ben Carter <ben@thornbury.example>"] : $0 }
    world.answer("again")
    #expect(world.step.hasSuffix("/to"))
    try world.enter(until: "review")
    #expect(world.page.first == "From | Ben Carter <ben@thornbury.example>")
    try world.expectOrder()
  }

  @Test func `model 3: senders with one address are told apart`() throws {
    let (world, service) = try BooksWorld.withService()
    let senders = [
      "Ada Thornbury <ada@thornbury.example>", "Accounts <ada@thornbury.example>",
      "Ben Carter <ben@thornbury.example>",
    ]
    service.change { $0 is [String] ? senders : $0 }
    try world.walk("email-document", "invoice", "invoice-6")
    #expect(
      world.options
        == ["ada@thornbury.example", "ada@thornbury.example-2", "ben@thornbury.example"])
    world.answer("Accounts")
    try world.enter(until: "review")
    #expect(world.page.first == "From | Accounts <ada@thornbury.example>")
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all)
  func `model 4: a template in HTML alone is sent as text`(emailed: EmailedKind) throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard var template = answer as? FreeAgent.EmailTemplate else { return answer }
      template.body = FreeAgent.EmailTemplateBody {
        $0.html = "<p>Dear Zo&euml; &amp; Co,</p><p>12 &lt; 13<br>Kind&nbsp;regards &#169;</p>"
      }
      return template
    }
    try world.walk(to: emailed.draft, of: emailed)
    try world.enter(until: "review")
    #expect(world.page.contains("Dear Zoë & Co,"))
    world.answer("send")
    #expect(
      try world.books.outbox().map(\.body)
        == ["Dear Zoë & Co,\n\n12 < 13\nKind\u{A0}regards ©"])
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all)
  func `model 5: what was sent cannot be sent again from the same screen`(
    emailed: EmailedKind
  ) throws {
    let world = try BooksWorld()
    try world.walk(to: emailed.draft, of: emailed)
    try world.enter(until: "review")
    let presentation = world.controller.prompt?.presentation
    world.answer("send")
    #expect(world.controller.answer("send", to: presentation) != .accepted)
    #expect(try world.books.outbox().count == 1)
    #expect(world.controller.back() != .accepted)
    try world.expectOrder()
  }
}
