import PythonSessions
import Testing

/// Runs the sessions that type at the built command and pipe into it.
struct CommandSessions {
  private static let sessions = PythonSessions(
    in: "EndToEnd", with: "flowline", as: "FLOWLINE")

  @Test(.timeLimit(.minutes(30)), arguments: sessions.names)
  func `the built command does what the session says`(session: String) async throws {
    let run = try await Self.sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }
}
