import Flowline
import Testing

@testable import FlowlinePostgres

/// What libpq is given of an address, and which servers are taken.
struct AddressTests {
  @Test(arguments: [
    "postgres://flows@one,two:5433/flows", "host=one,two port=,5433 user=flows dbname=flows",
  ])
  func `of several servers the one that takes changes is asked for`(text: String) throws {
    let address = try PostgresAddress(text)
    #expect(address.words["target_session_attrs"] == "read-write")
    #expect(address.words["host"] == "one,two")
  }

  @Test func `which servers are taken can be said in the address`() throws {
    let address = try PostgresAddress("postgres://one/flows?target_session_attrs=primary")
    #expect(address.words["target_session_attrs"] == "primary")
  }

  @Test func `a server that takes no changes is refused, although it has the tables`() async throws
  {
    let trial = try await StoreTrial()
    try await trial.store().close()
    let name = try #require(trial.address.split(separator: "=").last)
    try await trial.rows("ALTER DATABASE \(name) SET default_transaction_read_only = on")
    await expect(.unwritable) { _ = try await trial.store() }
  }
}
