import Flowline
import FlowlineHost
import FlowlineSQLite
import FoundationEssentials

// The examples of FlowlineHost and FlowlineSQLite, of KeepingSessions over a database, and of doc
// comments about the same, as they are printed, with what they need around them.

private enum HostExamples {
  struct Bank: Sendable {}

  struct RoundUpFlow: Flow {
    let id: FlowID = "round-up"
    let bank: Bank

    func run(_ context: FlowContext) async throws -> Bool { true }
  }

  enum ShopFlows {
    static func catalog(for user: UserID) -> FlowCatalog { FlowCatalog() }
  }

  static func read(_ prompt: Prompt) -> Answer { Answer("Ada") }
  static func catalog(for user: UserID) -> FlowCatalog { FlowCatalog() }

  static func program() async throws {
    let store = try SQLiteJournalStore(path: "sessions.sqlite")
    let host = SessionHost(keeping: store) { user in
      HostedWorld(ShopFlows.catalog(for: user), name: "shop of \(user)")
    }
    let sweeping = Task { await host.run() }

    let key = SessionKey("ada", UUID())
    var state = try await host.start("check-out", as: key)
    while let question = state.question {
      let answer = read(question.prompt)
      state = try await host.answer(
        key, .answer(answer), to: question.token, patience: .seconds(60)
      ).state
    }

    sweeping.cancel()
    await host.close()
    await store.close()
  }

  static func walk(_ store: any JournalStore) async throws {
    let host = SessionHost(keeping: store) { user in
      HostedWorld(ShopFlows.catalog(for: user), name: "shop of \(user)")
    }
    let key = SessionKey("ada", UUID())
    var state = try await host.start("check-out", as: key)
    while let question = state.question {
      state = try await host.answer(key, .answer(read(question.prompt)), to: question.token).state
    }
  }

  static func session(with bank: Bank, _ controller: FlowController) async throws {
    let store = try SQLiteJournalStore(path: "sessions.sqlite")  // FlowlineSQLite
    let key = SessionKey("ada", UUID())
    var options = SessionOptions()
    options.sharedRecord = try await store.begin(key)
    controller.start(RoundUpFlow(bank: bank), options)
  }

  static func record() throws -> any SessionRecord {
    let store = try SQLiteStore(path: "sessions.sqlite")
    let record = try store.begin(UUID())
    return record
  }

  static func hosted() throws -> SessionHost {
    let store = try SQLiteJournalStore(path: "hosted.sqlite")
    let host = SessionHost(keeping: store) { user in HostedWorld(catalog(for: user)) }
    return host
  }
}
