import Foundation
import PythonSessions
import Testing

/// Runs the sessions beside this file, which type at the built command with books at an address.
struct SessionTests {
  private static let all = ["test_log_in", "test_killed"]
  private let sessions = PythonSessions(
    in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Sessions"),
    with: "flowline", as: "FLOWLINE")

  @Test(.timeLimit(.minutes(30)), arguments: all)
  func `the built command does what the session says`(session: String) async throws {
    let run = try await sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `no session is left out`() throws {
    #expect(try sessions.count == Self.all.count)
  }
}
