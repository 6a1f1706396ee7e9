import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlinePostgres

/// A database of its own, stores over it as so many nodes have them, and what is done behind their backs.
struct StoreTrial {
  let address: String

  init(on server: TestServer = .shared) async throws { address = try await server.database() }

  func store(
    tenant: String = "", node: String = "a node", keys: JournalKeys? = nil,
    at moment: String? = nil, _ change: (inout PostgresOptions) -> Void = { _ in }
  ) async throws -> PostgresJournalStore {
    var options = PostgresOptions(try PostgresAddress(address))
    options.connections = 4
    // A busy machine is no fault.
    (options.openingTime, options.answerTime) = (600, 600)
    options.lockTime = 500
    change(&options)
    let moment = try moment.map { try Date($0, strategy: .iso8601) }
    return try await PostgresJournalStore(
      options, tenant: tenant, node: node, keys: keys, migrations: PostgresMigration.all,
      now: { moment ?? Date() })
  }

  /// Rows of a statement, as somebody else reads the database.
  @discardableResult
  func rows(_ sql: String, _ parameters: PostgresValue...) async throws -> [PostgresRow] {
    let pool = try TestServer.pool(of: address)
    let result: Result<[PostgresCall.Result], any Error>
    do {
      result = .success(try await pool.make(PostgresCall(sql, parameters)))
    } catch {
      result = .failure(error)
    }
    await pool.close()
    return try result.get().last?.rows ?? []
  }

  /// The texts of a statement's first column.
  func texts(_ sql: String, _ parameters: PostgresValue...) async throws -> [String?] {
    let pool = try TestServer.pool(of: address)
    let rows = try await pool.rows(sql, parameters)
    await pool.close()
    return rows.map { $0.text(0) }
  }
}

extension JournalKeys {
  static func test(
    _ byte: UInt8 = 7, named name: String = "first", acceptsPlain: Bool = false
  ) throws -> JournalKeys {
    try JournalKeys(
      [UInt8](repeating: byte, count: length), named: name, acceptsPlain: acceptsPlain)
  }
}

extension PostgresJournalStore {
  /// A session with one durable line.
  func keep(
    _ key: SessionKey = SessionKey("ada", UUID()), _ summary: SessionSummary = .test
  ) async throws -> any JournalRecord {
    let record = try await begin(key)
    try await record.change(.append("one\n", isDurable: true, UUID()), at: 1, summary: summary)
    return record
  }
}

extension JournalRecord {
  func add(
    _ lines: String, at number: Int, isDurable: Bool = true
  ) async throws(StoreFailure) {
    try await change(.append(lines, isDurable: isDurable, UUID()), at: number, summary: .test)
  }

  func text() async throws(StoreFailure) -> String {
    String(decoding: try await contents().bytes, as: UTF8.self)
  }
}

extension SessionSummary {
  static let test = SessionSummary(
    flow: "shop", version: 1, world: nil, started: nil, answers: 1,
    firstAnswers: ["hippopotamus"], standing: .unfinished(at: StepPath(["shop", "name"])),
    isUnderWay: false)

  static let ended = SessionSummary(
    flow: "shop", version: 1, world: nil, started: nil, answers: 1, firstAnswers: [],
    standing: .finished("done"), isUnderWay: false)
}

/// Runs something that is to fail with this code.
func expect(
  _ code: StoreFailure.Code, _ body: () async throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  do {
    try await body()
    Issue.record("it was done", sourceLocation: sourceLocation)
  } catch let failure as StoreFailure {
    #expect(failure.code == code, "\(failure)", sourceLocation: sourceLocation)
  } catch {
    Issue.record("it threw \(error)", sourceLocation: sourceLocation)
  }
}
