import Foundation
import PythonSessions
import Testing

/// Runs what the documents print: their commands, and the packages whose files they show.
struct DocumentationTests {
  private static let all = ["test_agents", "test_documents", "test_outside", "test_printed"]
  private let sessions = PythonSessions(
    in: URL(filePath: #filePath).deletingLastPathComponent(), with: "flowline", as: "FLOWLINE")

  @Test(.timeLimit(.minutes(60)), arguments: all)
  func `what a document prints is what comes of it`(session: String) async throws {
    let run = try await sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `no session is left out`() throws {
    #expect(try sessions.count == Self.all.count)
  }
}
