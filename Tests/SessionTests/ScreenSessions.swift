import PythonSessions
import Testing

/// Runs the walks that look at the built command through a virtual terminal.
struct ScreenSessions {
  private static let sessions = PythonSessions(
    in: "Screen", with: "flowline", as: "FLOWLINE")

  @Test(.timeLimit(.minutes(30)), arguments: sessions.names)
  func `every screen is what it was when somebody looked at it`(session: String) async throws {
    let run = try await Self.sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }
}
