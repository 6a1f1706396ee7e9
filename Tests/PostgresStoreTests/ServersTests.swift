import Dispatch
import Foundation
import TestSupport
import Testing

@testable import FlowlinePostgres

/// Which of several servers a pool is connected to.
struct ServersTests {
  @Test func `a server that accepts and says nothing does not keep from the next one`()
    async throws
  {
    let trial = try await StoreTrial()
    let silent = try SilentServer()
    let pool = try await trial.pool(at: [silent.folder, trial.folder], headStart: 0.05)
    #expect(try await pool.rows("SELECT 1", []).count == 1)
    try await eventually("the first one is called") { silent.wasCalled }
    await pool.close()
  }

  @Test func `while a server answers the next one is not called`() async throws {
    let trial = try await StoreTrial()
    let silent = try SilentServer()
    let pool = try await trial.pool(at: [trial.folder, silent.folder], headStart: 600)
    #expect(try await pool.rows("SELECT 1", []).count == 1)
    #expect(!silent.wasCalled)
    await pool.close()
  }

  @Test func `of servers none of which can be used each says why`() async throws {
    let silent = try SilentServer()
    var options = PostgresOptions(
      try PostgresAddress("host=\(silent.folder),/nowhere dbname=x"))
    options.openingTime = 0.2
    // The second one is tried as soon as the first has failed.
    let pool = PostgresPool(options, headStart: 600)
    do throws(PostgresFailure) {
      _ = try await pool.rows("SELECT 1", [])
      Issue.record("it was made")
    } catch {
      #expect(error.kind == .notSent)
      #expect(error.reason.contains("\(silent.folder): no connection within 0.2 s; /nowhere: "))
      #expect(error.place == options.address.name)
    }
    await pool.close()
  }

  @Test func `an opening whose server hangs up ends by that, also beside others`() async throws {
    let server = try SilentServer()
    try #require(server.hangUp())
    var options = PostgresOptions(
      try PostgresAddress("host=\(server.folder) dbname=x sslmode=disable"))
    // What is not told of a hang-up waits for longer than a test may take.
    options.openingTime = 3_600
    await withTaskGroup(of: Void.self) { [options] group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            let connection = PostgresConnection(options.address.servers[0], options)
            do throws(PostgresFailure) {
              try await connection.open()
              Issue.record("it was opened")
            } catch {
              #expect(error.kind == .notSent && !error.reason.contains("no connection within"))
            }
          }
        }
      }
    }
  }

  @Test func `an opening that is given up ends at once`() async throws {
    let silent = try SilentServer()
    var options = PostgresOptions(try PostgresAddress("host=\(silent.folder) dbname=x"))
    options.openingTime = 600
    let connection = PostgresConnection(options.address.servers[0], options)
    let opening = Task { () -> PostgresFailure? in
      do throws(PostgresFailure) {
        try await connection.open()
        return nil
      } catch {
        return error
      }
    }
    try await eventually("it connects") { silent.wasCalled }
    let closing = ContinuousClock.now
    await connection.close()
    #expect(await opening.value?.reason == "the connection was closed")
    #expect(ContinuousClock.now - closing < .seconds(300), "its time was waited for")
  }

  /// As one does that wakes after its standby took over.
  @Test func `a server that waits for its standby in vain is left for the next one`() async throws {
    let lost = TestServer.forsaken
    let helper = try TestServer.pool(of: try await lost.database())
    let commits = try TestServer.pool(of: try await lost.database())
    // Both are connected before there is a standby to wait for.
    for pool in [helper, commits] { _ = try await pool.rows("SELECT 1", []) }
    _ = try await helper.rows("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", [])
    _ = try await helper.rows("SELECT pg_reload_conf()", [])
    // Until the server has read its settings anew, commits wait for nobody.
    let committing = Task {
      while true {
        guard
          (try? await commits.rows(
            "SELECT pg_logical_emit_message(true, 'test', '')::text", [])) != nil
        else { return }
      }
    }
    let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    try await eventually("a commit waits for the standby") {
      try await !helper.rows("SELECT pid \(waiting)", []).isEmpty
    }
    let folders = (try await lost.folder(), try await TestServer.shared.folder())
    func pool(at hosts: String, openingTime: Double) throws -> PostgresPool {
      var options = PostgresOptions(
        try PostgresAddress("host=\(hosts) user=postgres dbname=postgres"))
      (options.openingTime, options.answerTime) = (openingTime, 600)
      return PostgresPool(options, headStart: 0.05)
    }
    let alone = try pool(at: folders.0, openingTime: 2)
    await #expect(throws: PostgresFailure.self) { try await alone.rows("SELECT 1", []) }
    let both = try pool(at: "\(folders.0),\(folders.1)", openingTime: 600)
    let places = try await both.rows("SELECT current_setting('unix_socket_directories')", [])
    #expect(places.map { $0.text(0) } == [folders.1])
    _ = try await helper.rows("SELECT count(pg_cancel_backend(pid)) \(waiting)", [])
    await committing.value
    _ = try await helper.rows("ALTER SYSTEM RESET synchronous_standby_names", [])
    _ = try await helper.rows("SELECT pg_reload_conf()", [])
    for pool in [helper, commits, alone, both] { await pool.close() }
  }

  @Test func `connections to a server that was left for another one are used no more`()
    async throws
  {
    let trial = try await StoreTrial()
    // Another name of the same server.
    let link = FileManager.default.temporaryDirectory
      .appending(path: "flowline-link-\(UUID().uuidString.prefix(8).lowercased())").path
    let folder = try await trial.folder
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
    let pool = try await trial.pool(at: [link, folder], headStart: 600)
    let holder = try TestServer.pool(of: trial.address)
    let lock = "SELECT pg_advisory_lock(1)::text"
    _ = try await holder.rows(lock, [])
    let call: Task<PostgresFailure?, Never> = Task {
      do throws(PostgresFailure) {
        _ = try await pool.rows(lock, [])
        return nil
      } catch {
        return error
      }
    }
    try await eventually("it waits") { try await !trial.waiting().isEmpty }
    try FileManager.default.removeItem(atPath: link)
    #expect(try await pool.rows("SELECT 1", []).count == 1)
    // Nobody knows what becomes of it there.
    #expect(await call.value?.kind == .unknown)
    #expect(pool.counts.connections == 1)
    _ = try await pool.make(PostgresCall("SELECT 1"), .relaxed)
    #expect(pool.counts.connections == 2)
    for pool in [holder, pool] { await pool.close() }
  }

  @Test func `an opening that ends late leads to no server that was left`() throws {
    let address = try PostgresAddress("host=one,two,three dbname=x")
    let made = address.servers.map { PostgresConnection($0, PostgresOptions(address)) }
    var slots = PoolSlots(count: 4)
    #expect(slots.servers(of: address, for: .durable) == address.servers)
    var closed = slots.opened(made[0], at: 0, begunAfter: 0)
    #expect(closed.isEmpty)
    closed = slots.opened(made[1], at: 1, begunAfter: 0)
    #expect(closed.count == 1 && closed.first === made[0])
    #expect(slots.home == address.servers[1])
    for (index, moves) in [(2, 0), (3, 1)] {
      // The last one is for what need not be durable, and follows the others.
      closed = slots.opened(made[2], at: index, begunAfter: moves)
      #expect(closed.count == 1 && closed.first === made[2])
    }
    #expect(slots.home == address.servers[1])
    let names = slots.servers(of: address, for: .durable).map(\.name)
    #expect(names == ["two", "one", "three"])
    #expect(slots.servers(of: address, for: .relaxed) == [address.servers[1]])
  }

  @Test func `of connections that have not answered those without a call are left`() throws {
    let address = try PostgresAddress("host=one dbname=x")
    let made = (0..<2).map { _ in
      PostgresConnection(address.servers[0], PostgresOptions(address))
    }
    var slots = PoolSlots(count: 4)
    for (index, connection) in made.enumerated() {
      let closed = slots.opened(connection, at: index, begunAfter: 0)
      #expect(closed.isEmpty)
    }
    // None of them is connected, so that the call is the first one's.
    let index = slots.choose(.durable, at: .now, mayOpen: true)
    #expect(index == 0)
    let closed = slots.removeIdle(to: address.servers[0], silentSince: .now())
    #expect(closed.count == 1 && closed.first === made[1])
    let more = slots.removeIdle(to: address.servers[0], silentSince: .now())
    #expect(more.isEmpty)
  }
}

extension StoreTrial {
  /// The folder of the server's socket.
  var folder: String {
    get async throws { try await TestServer.shared.folder() }
  }

  /// A pool over the trial's database that reaches it at the sockets of these folders, in turn.
  func pool(at folders: [String], headStart: Double) async throws -> PostgresPool {
    let own = try await folder
    let text = address.replacing("host=\(own)", with: "host=\(folders.joined(separator: ","))")
    var options = PostgresOptions(try PostgresAddress(text))
    options.connections = 4
    (options.openingTime, options.answerTime, options.lockTime) = (600, 600, 500)
    return PostgresPool(options, headStart: headStart)
  }
}
