import PythonSessions
import Testing

/// Runs the sessions that disturb a cluster of built servers, and the network, the database and the
/// balancer that they are disturbed with.
struct ClusterSessions {
  private static let sessions = PythonSessions(
    in: "Cluster", with: "flowline-serve", as: "FLOWLINE_SERVE")

  @Test(.timeLimit(.minutes(30)), arguments: sessions.names)
  func `a disturbed cluster does what the session says`(session: String) async throws {
    let run = try await Self.sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }
}
