import Foundation
import PythonSessions
import TestSupport
import Testing

/// Runs the sessions of Tests/Terminal, which type at the editor through a pseudo-terminal.
struct TerminalSessionTests {
  private static let all = [
    "test_around_the_line", "test_beside_the_line", "test_characters", "test_job_control",
    "test_line_editor", "test_line_editor_helps", "test_line_editor_environment",
    "test_plain_line_reader",
  ]
  private let sessions = PythonSessions(
    in: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Terminal"),
    with: "LineEditorProbe", as: "LINE_EDITOR_PROBE")

  @Test(.timeLimit(.minutes(30)), arguments: all)
  func `a user at a terminal gets what the session says`(session: String) async throws {
    let run = try await sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `no session is left out`() throws {
    #expect(try sessions.count == Self.all.count)
  }
}
