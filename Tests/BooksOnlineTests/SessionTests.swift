import PythonSessions
import Testing

/// Runs the sessions beside this file, which type at the built command with books at an address.
struct SessionTests {
  private static let sessions = PythonSessions(
    in: "BooksOnlineTests/Sessions", with: "flowline", as: "FLOWLINE")

  @Test(.timeLimit(.minutes(30)), arguments: sessions.names)
  func `the built command does what the session says`(session: String) async throws {
    let run = try await Self.sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }
}
