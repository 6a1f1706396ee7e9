import Foundation
import PythonSessions
import Testing

/// Runs the sessions in this folder, which walk the pages of the built server and call its API.
struct WebSessionTests {
  private let sessions = PythonSessions(
    in: URL(filePath: #filePath).deletingLastPathComponent(), with: "flowline-serve",
    as: "FLOWLINE_SERVE")

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "test_faults", "test_hostile", "test_lock", "test_metrics", "test_own_bank", "test_own_books",
      "test_pages",
    ])
  func `the built server does what the session says`(session: String) async throws {
    let run = try await sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `no session is left out`() throws {
    #expect(try sessions.count == 7)
  }
}
