import BankFlows
import FlowTestSupport
import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import SampleBank
import Synchronization

@testable import FlowlineMCP

/// A host of one user's flows with its tools, and what agents and people do there.
struct Stage: Sendable {
  static let user: UserID = "ada"
  static let session = "5e5510f1-0000-4000-8000-000000000001"

  let host: SessionHost
  let server: MCPServer
  let audit: MemoryAuditLog
  let environment: FlowEnvironment

  var tools: SessionTools { server.tools }

  init(
    _ catalog: FlowCatalog, in environment: FlowEnvironment, session: UUID? = nil,
    store: any JournalStore = MemoryJournalStore(), clock: any FlowClock = SystemFlowClock(),
    audit: MemoryAuditLog = MemoryAuditLog(),
    change: (inout MCPSettings) -> Void = { _ in }
  ) {
    self.environment = environment
    self.audit = audit
    host = SessionHost(keeping: store, clock: clock, audit: audit) { _ in HostedWorld(catalog) }
    var settings = MCPSettings()
    settings.sealKey = Array(repeating: 7, count: 32)
    settings.pagePatience = .zero
    settings.page = { key, token in "http://127.0.0.1:1\(AgentPages.path(of: key, token))" }
    if let session { settings.makeSession = { session } }
    change(&settings)
    server = MCPServer(host, settings: settings) { environment }
  }

  /// The sample bank.
  static func bank(change: (inout MCPSettings) -> Void = { _ in }) throws -> Stage {
    let environment = FlowEnvironment.usual
    return Stage(
      BankFlows.catalog(bank: try SampleBank.make(in: environment)), in: environment,
      session: UUID(uuidString: session), change: change)
  }

  var key: SessionKey { SessionKey(Self.user, UUID(uuidString: Self.session) ?? UUID()) }

  /// A client of the revision in which requests stand alone.
  static func client(
    _ elicitation: JSONValue? = ["form": [:], "url": [:]], revision: String = "2026-07-28"
  ) -> AgentClient {
    AgentClient(
      revision: revision, info: ["name": "tester"],
      capabilities: elicitation.map { ["elicitation": $0] } ?? [:])
  }

  func call(
    _ name: String, _ arguments: JSONValue = [:], _ answer: JSONValue? = nil,
    state: String? = nil, by user: UserID = Self.user, client: AgentClient = Self.client()
  ) async throws -> CallOutcome {
    var params: [String: JSONValue] = ["name": .string(name), "arguments": arguments]
    params["requestState"] = state.map { .string($0) }
    params["inputResponses"] = answer.map { ["answer": $0] }
    return try await tools.perform(
      try ToolCall(.object(params), by: user, client, progress: nil))
  }

  /// The person answers the question that waits, on its page.
  func answerOnPage(_ answer: Answer) async throws {
    let key = key
    let host = host
    try await HostedSender.sending(as: .person) {
      let token = try await host.state(of: key).question?.token
      _ = try await host.answer(key, .answer(answer), to: token)
    }
  }
}

extension FlowEnvironment {
  /// A world in which the sample bank has the week that the scripts have.
  static let usual = SessionWalk.environment("en_GB")
}

extension CallOutcome {
  var reply: ToolReply? { if case .done(let reply) = self { reply } else { nil } }
  var question: Question? { if case .ask(let question, _) = self { question } else { nil } }
  var round: Round? {
    switch self {
    case .ask(_, let round), .wait(let round): round
    case .done: nil
    }
  }
}

/// What a person fills in and sends.
func accept(_ content: JSONValue) -> JSONValue { ["action": "accept", "content": content] }
