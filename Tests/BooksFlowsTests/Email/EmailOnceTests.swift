import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// E-mails whose answers are lost are sent once, or it is said that nobody knows.
struct EmailOnceTests {
  /// A world whose next write is lost, at the preview of a document.
  private func world(
    losing loss: ExactlyOnceTests.LossyService.Loss, of number: String, _ emailed: EmailedKind
  ) throws -> BooksWorld {
    let (world, service) = try BooksWorld.with { ExactlyOnceTests.LossyService($0) }
    try world.walk(to: number, of: emailed)
    try world.enter(until: "review")
    service.lose(loss)
    world.answer("send")
    return world
  }

  @Test(arguments: EmailedKind.all, ExactlyOnceTests.LossyService.Loss.allCases)
  func `a draft that is no longer one was sent, and is not sent again`(
    emailed: EmailedKind, loss: ExactlyOnceTests.LossyService.Loss
  ) throws {
    let world = try world(losing: loss, of: emailed.draft, emailed)
    #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true)
    world.answer("again")
    #expect(world.output?["wasDraft"] == true)
    #expect(world.output?["kind"] == .string(emailed.kind.rawValue))
    #expect(try world.books.outbox().map(\.subject) == [emailed.subject])
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all, ExactlyOnceTests.LossyService.Loss.allCases)
  func `one that was sent before tells nothing: it stays unknown and is never sent by itself`(
    emailed: EmailedKind, loss: ExactlyOnceTests.LossyService.Loss
  ) throws {
    let world = try world(losing: loss, of: emailed.sent, emailed)
    let sent = loss == .request ? 0 : 1
    for _ in 0..<3 {
      world.answer("again")
      let hold = try #require(world.controller.prompt?.hold)
      #expect(hold.mayHaveBeenDone)
      #expect(hold.text?.contains("leaves no trace in the books") == true)
      #expect(hold.text?.contains("Ask the recipient") == true)
      #expect(try world.books.outbox().count == sent)
    }
    world.controller.unload()
    try world.resume()
    #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true)
    #expect(try world.books.outbox().count == sent)
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all)
  func `another e-mail of the same document asks about the first one before`(
    emailed: EmailedKind
  ) throws {
    let world = try world(losing: .answer, of: emailed.sent, emailed)
    world.answer("give-up")
    try world.walk(to: emailed.sent, of: emailed)
    try world.enter(until: "review")
    world.answer("send")
    #expect(world.step.hasSuffix("earlier-order"))
    #expect(
      world.choices == [
        "find | Find out what became of it",
        "forget | Give it up and continue | it may have been done all the same", "leave | Leave",
      ])
    #expect(try world.books.outbox().count == 1)
    // Nothing tells; the person is asked again, and is told.
    world.answer("find")
    #expect(world.step.hasSuffix("earlier-order"))
    #expect(world.page.contains { $0.contains("It is not yet known what became of it") })
    #expect(try world.books.outbox().count == 1)
    world.answer("forget")
    #expect(world.output?["wasDraft"] == false)
    #expect(try world.books.outbox().count == 2)
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all, [true, false])
  func `an earlier e-mail of a draft is found, and not sent with the next one`(
    emailed: EmailedKind, wasSent: Bool
  ) throws {
    let world = try world(losing: wasSent ? .answer : .request, of: emailed.draft, emailed)
    world.answer("give-up")
    try world.walk(to: emailed.draft, of: emailed)
    try world.enter(until: "subject")
    world.answer("The second one")
    try world.enter(until: "review")
    world.answer("send")
    #expect(world.step.hasSuffix("earlier-order"))
    world.answer("find")
    let first = emailed.subject
    if wasSent {
      #expect(world.step.hasSuffix("another"))
      #expect(try world.books.outbox().map(\.subject) == [first])
      world.answer("")
      #expect(world.cancelReason == .user)
    }
    #expect(try world.books.outbox().map(\.subject) == [wasSent ? first : "The second one"])
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all)
  func `an e-mail is sent beside an earlier one that arrived, if the person says so`(
    emailed: EmailedKind
  ) throws {
    let world = try world(losing: .answer, of: emailed.draft, emailed)
    world.answer("give-up")
    try world.walk(to: emailed.draft, of: emailed)
    try world.enter(until: "review")
    world.answer("send", "find", "yes")
    #expect(world.output?["wasDraft"] == false)
    #expect(try world.books.outbox().count == 2)
    try world.expectOrder()
  }
}
