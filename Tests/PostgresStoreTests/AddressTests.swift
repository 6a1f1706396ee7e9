import Flowline
import Testing

@testable import FlowlinePostgres

/// What libpq is given of an address, and which servers are taken.
struct AddressTests {
  @Test(arguments: [
    "postgres://flows@one,two:5433/flows", "host=one,two port=,5433 user=flows dbname=flows",
    "postgres:///flows?host=one,two&port=,5433&user=flows",
  ])
  func `each server is asked alone for whether it takes changes`(text: String) throws {
    let address = try PostgresAddress(text)
    let common = ["user": "flows", "dbname": "flows", "target_session_attrs": "read-write"]
    let places = [["host": "one"], ["host": "two", "port": "5433"]]
    #expect(
      address.servers.map(\.words) == places.map { common.merging($0) { common, _ in common } })
    #expect(address.servers.map(\.name) == ["one", "two:5433"])
    #expect(address.name == "postgres one,two:5433/flows")
  }

  @Test func `a single port is that of all servers, and an address has its host's place`() throws {
    let address = try PostgresAddress("host=one,two,three hostaddr=10.0.0.1,,10.0.0.3 port=5433")
    #expect(address.servers.map { $0.words["host"] } == ["one", "two", "three"])
    #expect(address.servers.map { $0.words["hostaddr"] } == ["10.0.0.1", nil, "10.0.0.3"])
    #expect(address.servers.map { $0.words["port"] } == ["5433", "5433", "5433"])
  }

  @Test(arguments: ["dbname=flows", "host=/run/postgresql dbname=flows", "hostaddr=::1 port=5433"])
  func `an address of one server is given to libpq as it is`(text: String) throws {
    let servers = try PostgresAddress(text).servers
    #expect(servers.count == 1)
    let words = try #require(servers.first?.words)
    #expect(
      Set(words.filter { $0.key != "target_session_attrs" }.map { "\($0.key)=\($0.value)" })
        == Set(text.split(separator: " ").map { String($0) }))
  }

  @Test(arguments: [
    "postgres://one:5432,two:5433,three:5434/flows?port=1,2", "host=one,two hostaddr=10.0.0.1",
    "host=one port=5432,5433", "port=5432,5433",
  ])
  func `lists of different lengths are no address`(text: String) {
    #expect(throws: PostgresAddress.Problem.self) { try PostgresAddress(text) }
  }

  @Test func `which servers are taken, and how long they have, can be said in the address`() throws
  {
    let address = try PostgresAddress(
      "postgres://one,two/flows?target_session_attrs=primary&connect_timeout=2")
    #expect(address.servers.allSatisfy { $0.words["target_session_attrs"] == "primary" })
    #expect(address.servers.map(\.openingTime) == [2, 2])
    // As libpq takes it: no time of its own.
    let endless = try PostgresAddress("host=one connect_timeout=0")
    #expect(endless.servers.map(\.openingTime) == [nil])
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
