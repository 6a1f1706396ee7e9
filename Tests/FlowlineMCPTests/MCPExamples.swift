import Flowline
import FlowlineHost
import FlowlineMCP
import Hummingbird

// The examples of FlowlineMCP, as they are printed, with what they need around them.

private enum MCPExamples {
  struct Connection: Sendable {
    func request(_ method: String, _ params: JSONValue) async -> JSONValue? { nil }
  }

  struct Tokens: Sendable {
    func user(of request: Request) async throws -> UserID? { nil }
  }

  static func server(over host: SessionHost) -> MCPServer {
    var settings = MCPSettings()
    settings.page = { key, token in "https://bank.example" + AgentPages.path(of: key, token) }
    let server = MCPServer(host, settings: settings)
    return server
  }

  static func confirmed(in catalog: inout FlowCatalog) {
    catalog.confirmInPerson("transfer", at: "round-up/confirm", "withdraw/confirm")
  }

  static func endpoint(
    of server: MCPServer, hosts: [String], _ tokens: Tokens, in router: Router<BasicRequestContext>
  ) {
    let endpoint = MCPEndpoint<BasicRequestContext>(
      server, hosts: hosts, authorization: { .init(resource: "https://bank.example/mcp") }
    ) { request, _ in
      try await tokens.user(of: request)
    }
    endpoint.addRoutes(to: router)
  }

  static func run(
    on server: MCPServer, in session: String, of user: UserID, _ initialize: JSONValue,
    over connection: Connection
  ) async -> String {
    let flows = ACPFlows(server)
    let told = await flows.run("round-up", in: session, of: user, client: initialize) { params in
      await connection.request("elicitation/create", params)
    }
    return told.words
  }
}
