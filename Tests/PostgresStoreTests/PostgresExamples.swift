import Flowline
import FlowlineHost
import FlowlinePostgres

// The example of FlowlinePostgres, as it is printed, with what it needs around it.

private enum PostgresExamples {
  static func catalog(for user: UserID) -> FlowCatalog { FlowCatalog() }

  static func host() async throws -> SessionHost {
    let store = try await PostgresJournalStore(
      PostgresOptions(PostgresAddress("postgres://flows@db.example.com/flows")), tenant: "shop")
    let host = SessionHost(keeping: store) { user in HostedWorld(catalog(for: user)) }
    return host
  }
}
