import Foundation
import PythonSessions
import Testing

/// Runs the sessions in this folder, which disturb a cluster of built servers and the network, the database
/// and the balancer that they are disturbed with.
struct ClusterTests {
  private let sessions = PythonSessions(
    in: URL(filePath: #filePath).deletingLastPathComponent(), with: "flowline-serve",
    as: "FLOWLINE_SERVE")

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "test_balancer", "test_checker", "test_cluster", "test_customers", "test_model",
      "test_planted", "test_postgres", "test_proxy", "test_services",
    ])
  func `a disturbed cluster does what the session says`(session: String) async throws {
    let run = try await sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `no session is left out`() throws {
    #expect(try sessions.count == 9)
  }
}
