import Flowline
import FlowlineHost
import FlowlineTesting
import Testing

@testable import FlowlineMCP

/// What clients are told if there is no room for what they ask.
struct BusyTests {
  /// A server without flows.
  private func server(callsPerMinute: Int? = nil) -> MCPServer {
    var limits = HostLimits()
    limits.callsPerMinute = callsPerMinute
    let host = SessionHost(keeping: MemoryJournalStore(), limits: limits) { _ in
      HostedWorld(FlowCatalog())
    }
    return MCPServer(host)
  }

  private func call(_ server: MCPServer, _ tool: String, _ arguments: JSONValue = [:])
    async throws -> ToolReply
  {
    let call = try ToolCall(
      ["name": .string(tool), "arguments": arguments], by: Stage.user, Stage.client(),
      progress: nil)
    return try #require(try await server.tools.perform(call).reply)
  }

  @Test func `a tool that is refused for want of room says when to call it again`() async throws {
    let server = server(callsPerMinute: 1)
    let arguments: JSONValue = ["session": .string(Stage.session)]
    _ = try await call(server, "resume-session", arguments)
    let busy = try await call(server, "resume-session", arguments)
    #expect(busy.isError && busy.values["code"] == "busy")
    guard case .integer(let seconds)? = busy.values["retryAfter"] else {
      Issue.record("nothing says when: \(busy.values.text)")
      return
    }
    #expect(1...60 ~= seconds)
  }

  @Test func `a fault for want of room has a number of its own`() {
    let codes: [(HostFault.Code, RPCError.Code)] = [
      (.busy, .busy), (.full, .busy), (.closing, .busy), (.tooManySessions, .busy),
      (.committing, .busy), (.store, .internal), (.newerVersion, .internal),
      (.unusable, .internal),
    ]
    for (code, number) in codes {
      let error = RPCError(HostFault(code, "why", retryAfter: .milliseconds(300)), "words")
      #expect(error.code == number && error.data?["code"] == .string(code.rawValue))
      #expect(error.data?["retryAfter"] == 1, "no sooner than in a second")
    }
    let lasting = RPCError(HostFault(.unusable, "why"), "words")
    #expect(lasting.data?["retryAfter"] == nil)
    #expect(RPCError.Code.busy.rawValue == -32010)
  }

  @Test func `what is wrong with the call says nothing of another time`() async throws {
    let reply = try await call(
      server(), "resume-session", ["session": .string(Stage.session)])
    #expect(reply.isError && reply.values["code"] == "not-found")
    #expect(reply.values["retryAfter"] == nil)
  }
}
