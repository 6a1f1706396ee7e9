import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Synchronization
import Testing

@testable import BooksFlows

/// The receipt of an explanation that is in the books already.
struct FiledReceiptTests {
  private static let pdf = Array("%PDF-1.4\ncoffee".utf8)
  private static let transaction = FreeAgent.Identifier<FreeAgent.BankTransaction>(27)

  /// Attaches a receipt to the only guess of the sample, and comes to the decision about it.
  private func atDecision() async throws -> BooksWorld {
    try await atDecision { ServiceBetween($0) }.world
  }

  /// The same, with a service between the flows and the books.
  private func atDecision<Between: FreeAgent.Service>(
    over between: (any FreeAgent.Service) -> Between
  ) async throws -> (world: BooksWorld, service: Between) {
    let (world, service) = try BooksWorld.with(between)
    let guess = try #require(try await explanations(in: world).first)
    let id = try #require(guess.url?.id)
    _ = try await world.ask(
      FreeAgent.Update(
        id,
        FreeAgent.BankTransactionExplanation {
          $0.attachment = FreeAgent.Attachment {
            $0.fileName = "coffee.pdf"
            $0.contentType = "application/pdf"
            $0.data = Data(Self.pdf).base64EncodedString()
          }
        }))
    try world.walk("approve", "current-account", "1")
    return (world, service)
  }

  private func explanations(
    in world: BooksWorld
  ) async throws -> [FreeAgent.BankTransactionExplanation] {
    try await world.ask(FreeAgent.Get(Self.transaction)).explanations ?? []
  }

  private func attached(in world: BooksWorld) async throws -> [UInt8]? {
    try await world.contents(of: explanations(in: world).first?.attachment)
  }

  @Test func `it can be looked at before the explanation is approved`() async throws {
    let world = try await atDecision()
    #expect(world.page.contains("Receipt | coffee.pdf (15\u{A0}bytes)"))
    let file = try #require(world.controller.prompt?.files.first)
    #expect(file.type == .pdf)
    #expect(try world.controller.waitForContents(ofShown: file.digest)?.bytes == Self.pdf)
    world.answer("approve")
    #expect(try await attached(in: world) == Self.pdf)
  }

  @Test func `it stays when the explanation is changed`() async throws {
    let world = try await atDecision()
    let guess = try #require(try await explanations(in: world).first)
    world.answer("change", "payment", "335", "outside")
    #expect(world.page.contains("Receipt | coffee.pdf (15\u{A0}bytes)"))
    world.answer("explain")
    let made = try #require(try await explanations(in: world).first)
    #expect(made.url == guess.url && made.category?.id?.description == "335")
    #expect(made.attachment?.fileName == "coffee.pdf")
    #expect(try await attached(in: world) == Self.pdf)
    try world.expectOrder()
  }

  @Test func `it stays if it is asked about, unless somebody says no`() async throws {
    for (answer, name) in [("yes", "coffee.pdf"), ("no", nil)] as [(String, String?)] {
      let world = try await atDecision()
      world.answer("change", "payment", "335", "outside", "details")
      for _ in 0..<20 where !world.step.hasSuffix("keep-receipt") { world.answer("") }
      #expect(world.page.contains("coffee.pdf | 15\u{A0}bytes"))
      world.answer(.text(answer))
      for _ in 0..<20 where !world.step.hasSuffix("review") { world.answer("") }
      world.answer("explain")
      let made = try #require(try await explanations(in: world).first)
      #expect(made.attachment?.fileName == name)
    }
  }

  @Test func `it stays where a kind of explanation asks for none`() async throws {
    let world = try await atDecision()
    world.answer("change", "transfer-to", "1")
    try world.enter(until: "review")
    #expect(world.page.contains("Receipt | coffee.pdf (15\u{A0}bytes)"), "\(world.page)")
    #expect(!world.page.contains("No longer asked for | receipt"))
    world.answer("explain")
    #expect(try await explanations(in: world).first?.transferBankAccount != nil)
    #expect(try await attached(in: world) == Self.pdf)
    try world.expectOrder()
  }

  @Test func `what becomes of it is said before the explanation is removed`() async throws {
    let world = try await atDecision()
    world.answer("remove")
    #expect(world.step.hasSuffix("guess/confirm-removal"))
    #expect(world.page == ["Its receipt moves to the Files area | coffee.pdf"])
    world.answer("yes")
    #expect(try await explanations(in: world).isEmpty)
    try world.expectOrder()
  }

  @Test func `another takes its place, once, whatever is lost on the way`() async throws {
    for loss in [nil] + ExactlyOnceTests.LossyService.Loss.allCases.map(Optional.some) {
      let (world, service) = try await atDecision(over: ExactlyOnceTests.LossyService.init)
      let before = try #require(try await explanations(in: world).first?.attachment?.url)
      let other = Array("%PDF-1.4\nanother".utf8)
      let kept = try await world.controller.keep(FileContents(other, named: "other.pdf"))
      world.answer("change", "payment", "335", "outside", "details")
      try world.enter(until: "keep-receipt")
      world.answer("no")
      try #require(world.step.hasSuffix("receipt-file"))
      world.answer(.file(kept))
      try world.enter(until: "review")
      let arrived = service.arrived
      // Of the change, of taking the old one off, and of the new one.
      if let loss { service.lose(loss, loss, loss) }
      world.answer("explain")
      for _ in 0..<3 where world.controller.prompt?.hold != nil { world.answer("again") }
      #expect(world.step == "approve/nothing-left")
      let made = try #require(try await explanations(in: world).first)
      #expect(made.category?.id?.description == "335")
      #expect(made.attachment?.fileName == "other.pdf" && made.attachment?.url != before)
      #expect(world.controller.journal.text.contains(#""name":"other.pdf"}"#))
      #expect(try await attached(in: world) == other)
      #expect(loss != nil || service.arrived == arrived + 3)
      try world.expectOrder()
    }
  }

  @Test(arguments: [1, 2])
  func `one that cannot be replaced after the change was made is replaced once it can be`(
    written: Int
  ) async throws {
    let (world, service) = try await atDecision { ServiceBetween($0) }
    let other = Array("%PDF-1.4\nanother".utf8)
    let kept = try await world.controller.keep(FileContents(other, named: "other.pdf"))
    world.answer("change", "payment", "335", "outside", "details")
    try world.enter(until: "keep-receipt")
    world.answer("no", .file(kept))
    try world.enter(until: "review")
    service.failWrite(after: written, .refused(FreeAgent.Failure(status: 429)))
    world.answer("explain")
    #expect(try await explanations(in: world).first?.category?.id?.description == "335")
    #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true, "\(world.step)")
    world.answer("again")
    #expect(world.step == "approve/nothing-left")
    #expect(try await attached(in: world) == other)
    try world.expectOrder()
  }

  @Test func `one that cannot be read is told, and stays when the explanation is changed`()
    async throws
  {
    let (world, _) = try await atDecision { base in
      let service = ServiceBetween(base)
      service.fail("attachments/{id}", .refused(FreeAgent.Failure(status: 500)))
      return service
    }
    #expect(world.page.contains("The receipt could not be loaded."))
    world.answer("change", "payment", "335", "outside", "explain")
    #expect(try await explanations(in: world).first?.category?.id?.description == "335")
    #expect(try await attached(in: world) == Self.pdf)
  }

  /// Its files may have expired addresses at first, or be others than those that were attached.
  private final class FileService: FreeAgent.Service {
    let base: any FreeAgent.Service
    private let expired: Int
    private let file: Data?
    let reads = Mutex(0)

    init(_ base: any FreeAgent.Service, expired: Int = 0, file: Data? = nil) {
      (self.base, self.expired, self.file) = (base, expired, file)
    }

    var root: FreeAgent.Root { base.root }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> { try await base.answer(request) }

    func contents(at source: String) async throws -> Data {
      let read = reads.withLock { reads in
        reads += 1
        return reads
      }
      guard read > expired else {
        throw FreeAgent.CallProblem.refused(FreeAgent.Failure(status: 403))
      }
      if let file { return file }
      return try await base.contents(at: source)
    }
  }

  @Test(arguments: [Data("a letter".utf8), Data("%PDF-1.4".utf8) + Data(count: 5_242_880)])
  func `one that could not be attached again is shown, and stays`(file: Data) async throws {
    let (world, _) = try await atDecision { FileService($0, file: file) }
    #expect(world.controller.prompt?.files.map(\.size) == [file.count])
    world.answer("change", "payment", "335", "outside", "explain")
    #expect(try await attached(in: world) == Self.pdf)
  }

  @Test(arguments: [(0, 1), (1, 2), (2, 2)])
  func `an address that has expired is asked for once more`(expired: Int, reads: Int) async throws {
    let (world, service) = try await atDecision { FileService($0, expired: expired) }
    #expect(service.reads.withLock { $0 } == reads)
    #expect(world.page.contains("The receipt could not be loaded.") == (expired == 2))
  }
}
