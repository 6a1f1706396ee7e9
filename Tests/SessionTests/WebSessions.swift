import PythonSessions
import Testing

/// Runs the sessions that walk the pages of the built server and call its API.
struct WebSessions {
  private static let sessions = PythonSessions(
    in: "Web", with: "flowline-serve", as: "FLOWLINE_SERVE")

  @Test(.timeLimit(.minutes(30)), arguments: sessions.names)
  func `the built server does what the session says`(session: String) async throws {
    let run = try await Self.sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }
}
