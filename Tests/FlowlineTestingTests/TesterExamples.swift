import Flowline
import FlowlineTesting
import FoundationEssentials
import Testing

/// The examples of articles that use a tester, as they are printed.
struct TesterExamples {
  private struct Approval: Codable, Sendable {
    let by: String
  }

  private struct PaymentFlow: Flow {
    let id: FlowID = "payment"

    func run(_ context: FlowContext) async throws -> String {
      try await context.wait("cooling-off", until: context.now.addingTimeInterval(86_400))
      return try await context.wait("approval", for: Approval.self).by
    }
  }

  private struct LunchFlow: Flow {
    let id: FlowID = "lunch"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(FileScreen("receipt")).name
    }
  }

  @Test func `a wait is tested as the article on waiting says`() throws {
    let tester = FlowTester(PaymentFlow())
    tester.expectWaiting(for: "cooling-off", until: "2026-11-21T12:00:00Z")
    tester.advance(to: "2026-11-21T12:00:00Z")
    tester.deliver("approval", Approval(by: "Ann"), key: "mail-4711")
    #expect(try tester.finished() == "Ann")
  }

  @Test func `a file is answered with as the article on questions says`() throws {
    let tester = FlowTester(LunchFlow())
    let bytes = Array("%PDF-1.7\n".utf8)
    tester.answer("receipt", FileContents(bytes, named: "lunch.pdf"))
    #expect(try tester.finished() == "lunch.pdf")
  }
}
