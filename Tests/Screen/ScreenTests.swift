import Foundation
import PythonSessions
import Testing

/// Runs the walks in this folder, which look at the built command through a virtual terminal.
struct ScreenTests {
  private static let all = [
    "test_create_goal", "test_emulator", "test_files", "test_kinds", "test_prompt", "test_round_up",
  ]
  private let sessions = PythonSessions(
    in: URL(filePath: #filePath).deletingLastPathComponent(), with: "flowline", as: "FLOWLINE")

  @Test(.timeLimit(.minutes(30)), arguments: all)
  func `every screen is what it was when somebody looked at it`(session: String) async throws {
    let run = try await sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `no session is left out`() throws {
    #expect(try sessions.count == Self.all.count)
  }
}
