import Flowline
import Foundation

// The examples of KeepingSessions, and of doc comments about the same, as they are printed, with
// what they need around them. The one over a database is in FlowlineHostTests.

private enum KeepingExamples {
  struct Bank: Sendable {}

  struct RoundUpFlow: Flow {
    let id: FlowID = "round-up"
    let bank: Bank

    var version: Int { 3 }
    var migrations: [Migration] {
      [
        Migration(from: 1, .rename("sum", to: "amount")),
        Migration(from: 2, .insert("currency", answer: "GBP"), .remove("colour")),
      ]
    }

    func run(_ context: FlowContext) async throws -> Bool { true }
  }

  struct CheckoutFlow: Flow {
    let id: FlowID = "check-out"

    func run(_ context: FlowContext) async throws -> Bool { true }
  }

  static func start(with bank: Bank, in folder: String, _ controller: FlowController) throws {
    let store = FileStore(folder: folder)
    let session = UUID()
    controller.start(
      RoundUpFlow(bank: bank),
      SessionOptions(session: session, record: try store.begin(session)))
  }

  static func resume(
    _ id: UUID, of catalog: FlowCatalog, in store: FileStore, _ controller: FlowController
  ) throws {
    for session in try store.sessions() where session.isUnfinished {
      print(session.id, session.standing)
    }
    try catalog.resume(try store.open(id), in: controller, world: "sandbox, ada@example.com")
  }

  static func resume(
    _ id: UUID, with bank: Bank, in store: FileStore, _ controller: FlowController
  ) throws {
    try controller.resume(RoundUpFlow(bank: bank), from: try store.open(id))
  }

  static func resume(from file: URL, _ controller: FlowController) throws {
    let script = try Script(parsing: Data(contentsOf: file))
    try controller.resume(CheckoutFlow(), from: script.journal(or: .current))
  }

  static func list(_ store: some JournalStore) async throws {
    var query = SessionQuery(of: "ada", standings: [.unfinished])
    repeat {
      let page = try await store.list(query)
      for item in page.items { print(item.key.session, item.session.standing) }
      query.after = page.next
    } while query.after != nil
  }
}
