import Flowline
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FlowlinePostgres

/// Which connections a pool opens, and which of them make the calls.
struct PoolTests {
  @Test(arguments: [1, 2])
  func `the connections there are make all calls if the database takes no more`(
    limit: Int
  ) async throws {
    let trial = try await StoreTrial()
    let role = try await trial.role("CONNECTION LIMIT \(limit)")
    let address = try trial.roleAddress(role)
    let store = try await trial.store { options in
      (options.address, options.connections) = (address, 16)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await store.note(KeptValue(shelf: "seen", name: "\(number)", bytes: []))
        }
        group.addTask { try await store.check() }
      }
      try await group.waitForAll()
    }
    #expect(store.calls.connections <= limit)
    #expect(try await trial.texts("SELECT name FROM flowline_value").count == 40)
    await store.close()
  }

  @Test func `a second after one was refused another connection is tried, and not before`()
    async throws
  {
    let trial = try await StoreTrial()
    let role = try await trial.role("CONNECTION LIMIT 1")
    var options = PostgresOptions(try trial.roleAddress(role))
    (options.openingTime, options.answerTime) = (600, 600)
    let start = ContinuousClock.now
    let passed = Mutex(Duration.zero)
    let pool = PostgresPool(options) { start + passed.withLock { $0 } }
    func open() async throws -> Int {
      for durability in [PostgresPool.Durability.durable, .relaxed] {
        _ = try await pool.make(PostgresCall("SELECT 1"), durability)
      }
      return pool.counts.connections
    }
    #expect(try await open() == 1)
    try await trial.rows("ALTER ROLE \(role) CONNECTION LIMIT 20")
    #expect(try await open() == 1)
    passed.withLock { $0 += PoolSlots.pause }
    #expect(try await open() == 2)
    await pool.close()
  }

  @Test func `the first connection is a durable one, and all calls wait for it`() throws {
    var slots = PoolSlots(count: 8)
    let moment = ContinuousClock.now
    let chosen = slots.choose(.relaxed, at: moment, mayOpen: true)
    let first = try #require(chosen)
    #expect(slots[first].durability == .durable)
    for durability in [PostgresPool.Durability.durable, .relaxed] {
      let next = slots.choose(durability, at: moment, mayOpen: true)
      #expect(next == first)
    }
    let open = slots.choose(.durable, at: moment, mayOpen: false)
    #expect(open == nil, "none is open")
  }

  @Test func `a connection that broke is not counted, also if no call finds out`() async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store()
    #expect(store.calls.connections == 1)
    try await trial.rows(
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """)
    try await eventually("it is noticed") { store.calls.connections == 0 }
    try await store.check()
    #expect(store.calls.connections == 1)
  }

  @Test func `a database that takes no changes is not ready, although it answers`() async throws {
    let store = try await StoreTrial().store { $0.connections = 1 }
    try await store.check()
    for (setting, isReady) in [("on", false), ("off", true)] {
      _ = try await store.pool.rows(
        "SELECT set_config('default_transaction_read_only', $1, false)", [.text(setting)])
      if isReady {
        try await store.check()
      } else {
        await expect(.unwritable) { try await store.check() }
      }
    }
  }

  @Test(arguments: [Int.min, 0, 2_147_483_648, .max])
  func `a number of connections that no database takes is the nearest that may be`(
    count: Int
  ) throws {
    var options = PostgresOptions(try PostgresAddress("host=/nowhere dbname=x"))
    options.connections = count
    #expect(PostgresPool(options).counts == PostgresPool.Counts())
  }
}

extension StoreTrial {
  /// A role that may make tables in the trial's database, and is no superuser.
  func role(_ attributes: String = "") async throws -> String {
    let role = "role_\(UUID().uuidString.replacing("-", with: "").lowercased())"
    try await rows("CREATE ROLE \(role) LOGIN \(attributes)")
    try await rows("GRANT CREATE ON SCHEMA public TO \(role)")
    return role
  }

  /// The trial's database as a role reaches it.
  func roleAddress(_ role: String) throws -> PostgresAddress {
    try PostgresAddress(address.replacing("user=postgres", with: "user=\(role)"))
  }
}
