import Foundation
import PythonSessions
import Testing

/// Runs the sessions in this folder, which type at the built command and pipe into it.
struct EndToEndTests {
  private static let all = [
    "test_bank_file", "test_banks", "test_book_walks", "test_claims", "test_commands",
    "test_companion", "test_crashes", "test_exits", "test_files", "test_front_ends", "test_holds",
    "test_install", "test_keeping", "test_leaving", "test_lock", "test_looks", "test_messages",
    "test_open_orders", "test_programs", "test_replays", "test_resumes", "test_runs",
    "test_sandbox_day", "test_shells", "test_terminals", "test_walks",
  ]
  private let sessions = PythonSessions(
    in: URL(filePath: #filePath).deletingLastPathComponent(), with: "flowline", as: "FLOWLINE")

  @Test(.timeLimit(.minutes(30)), arguments: all)
  func `the built command does what the session says`(session: String) async throws {
    let run = try await sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `no session is left out`() throws {
    #expect(try sessions.count == Self.all.count)
  }
}
