import PythonSessions
import Testing

/// Runs what the documents print: their commands, and the packages whose files they show.
struct DocumentSessions {
  private static let sessions = PythonSessions(
    in: "Documentation", with: "flowline", as: "FLOWLINE")

  @Test(.timeLimit(.minutes(60)), arguments: sessions.names)
  func `what a document prints is what comes of it`(session: String) async throws {
    let run = try await Self.sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }
}
