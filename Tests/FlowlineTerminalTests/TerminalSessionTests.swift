import PythonSessions
import Testing

/// Runs the sessions of Tests/Terminal, which type at the editor through a pseudo-terminal.
struct TerminalSessionTests {
  private static let sessions = PythonSessions(
    in: "Terminal", with: "LineEditorProbe", as: "LINE_EDITOR_PROBE")

  @Test(.timeLimit(.minutes(30)), arguments: sessions.names)
  func `a user at a terminal gets what the session says`(session: String) async throws {
    let run = try await Self.sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }
}
