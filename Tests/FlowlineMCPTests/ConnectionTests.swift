import Flowline
import FlowlineHost
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineMCP

/// Messages of both ways of the protocol.
struct ConnectionTests {
  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": ["elicitation": ["form": [:], "url": [:]]],
    "io.modelcontextprotocol/clientInfo": ["name": "tester", "version": "1"],
  ]

  /// What is answered to lines of a stream, by the ids of the requests.
  private func answers(_ lines: [String]) async throws -> [JSONValue] {
    let stage = try Stage.bank()
    let written = Mutex<[String]>([])
    let (input, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let wanted = lines.count
    let done = Gate<Void>()
    let stream = MCPStream(to: stage.server, of: Stage.user) { line in
      let isDone = written.withLock { written in
        written.append(line)
        return written.count == wanted
      }
      if isDone { done.open() }
    }
    let running = Task { await stream.run(reading: input) }
    for line in lines { continuation.yield(Array((line + "\n").utf8)) }
    await done.wait()
    continuation.finish()
    await running.value
    return try written.withLock { $0 }.map { try JSONValue(parsing: $0) }
  }

  private func request(_ method: String, _ params: [String: JSONValue] = [:]) -> String {
    var params = params
    params["_meta"] = Self.meta
    return RPCMessage.request(.integer(1), method: method, params: .object(params)).json.text
  }

  @Test func `what the server can do is discovered`() async throws {
    let answer = try await answers([request("server/discover")])[0]
    #expect(answer["result"]?["supportedVersions"]?.first == "2026-07-28")
    #expect(answer["result"]?["resultType"] == "complete")
    #expect(answer["result"]?["cacheScope"] == "private")
  }

  @Test func `a tool for each flow, and those for sessions; nothing of the user's data`()
    async throws
  {
    let answer = try await answers([request("tools/list")])[0]
    guard case .array(let tools)? = answer["result"]?["tools"] else {
      Issue.record("no tools")
      return
    }
    let names = tools.compactMap { $0["name"]?.string }
    #expect(
      names == [
        "round-up", "create-goal", "accounts", "account", "goal", "list-sessions",
        "resume-session", "back-in-session", "leave-session",
      ])
    #expect(tools.first?["inputSchema"]?["properties"]?["account"]?["type"] == "string")
    for word in ["Personal", "Trip", "Green Grocer", "£"] { #expect(!answer.text.contains(word)) }
  }

  @Test func `a request without a revision wants a connection first`() async throws {
    let text = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let answer = try await answers([text])[0]
    #expect(answer["error"]?["code"] == -32600)
    #expect(answer["error"]?["message"]?.string?.contains("initialize") ?? false)
  }

  @Test(arguments: [
    ("{", -32700), ("[]", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"x","params":[]}"#, -32600),
    (#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
  ])
  func `what is no message is told so`(_ line: String, _ code: Int64) async throws {
    let answer = try await answers([line])[0]
    #expect(answer["error"]?["code"] == .integer(code))
    #expect(answer["error"]?["message"]?.string?.contains("expected") ?? false)
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, "id", 24),
    (#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"name":"a","name":"b"}}"#, "name", 58),
  ])
  func `a message that has a member twice is told so`(
    _ line: String, _ name: String, _ offset: Int
  ) async throws {
    let error = try #require(try await answers([line])[0]["error"])
    #expect(error["code"] == -32700)
    let message = try #require(error["message"]?.string)
    #expect(message.contains("no second member “\(name)” at byte \(offset)"), "\(message)")
  }

  @Test func `another revision is refused, and those that are spoken are named`() async throws {
    let params: JSONValue = [
      "_meta": [
        "io.modelcontextprotocol/protocolVersion": "2031-01-01",
        "io.modelcontextprotocol/clientCapabilities": [:],
      ]
    ]
    let line = RPCMessage.request(.integer(1), method: "tools/list", params: params).json.text
    let answer = try await answers([line])[0]
    #expect(answer["error"]?["code"] == -32022)
    #expect(answer["error"]?["data"]?["supported"]?.first == "2026-07-28")
  }

  @Test func `an unknown method and an unknown tool are errors that say what there is`()
    async throws
  {
    #expect(try await answers([request("prompts/list")])[0]["error"]?["code"] == -32601)
    let answer = try await answers([request("tools/call", ["name": "nope"])])[0]
    #expect(answer["error"]?["code"] == -32602)
    #expect(answer["error"]?["message"]?.string?.contains("tools/list") ?? false)
  }

  @Test func `arguments that make no sense are told, and nothing is started`() async throws {
    let stage = try Stage.bank()
    let wrong: [(String, JSONValue, String)] = [
      ("resume-session", [:], "no-session"), ("resume-session", ["session": "x"], "no-session"),
      ("resume-session", ["session": .string(Stage.session)], "not-found"),
      ("resume-session", ["sesion": "x"], "unknown-argument"),
      ("resume-session", ["session": .string(Stage.session), "answers": 1], "bad-answers"),
      ("create-goal", ["answers": "x"], "bad-answers"),
      ("create-goal", ["a//b": 1], "unknown-argument"),
      ("create-goal", ["answers": ["a//b": 1]], "bad-step"),
      ("list-sessions", ["after": "x"], "unknown-page"), ("leave-session", [:], "no-session"),
    ]
    for (tool, arguments, code) in wrong {
      let reply = try #require(try await stage.call(tool, arguments).reply)
      #expect(reply.isError)
      #expect(reply.values["code"] == .string(code), "\(tool) \(arguments.text)")
    }
  }

  @Test func `a session of another user does not exist`() async throws {
    let stage = try Stage.bank()
    _ = try await stage.call("create-goal")
    for tool in ["resume-session", "back-in-session", "leave-session"] {
      let reply = try await stage.call(
        tool, ["session": .string(Stage.session)], by: "eve"
      ).reply
      #expect(reply?.values["code"] == "not-found")
    }
    #expect(
      try await stage.call("list-sessions", by: "eve").reply?.values["sessions"] == .array([]))
  }

  @Test func `journals and results are resources of their user`() async throws {
    let stage = try Stage.bank()
    _ = try await stage.call("create-goal", ["account": "personal"])
    let client = Stage.client()
    let list = try await stage.server.answer("resources/list", [:], of: Stage.user, client)
    #expect(
      list["resources"]?.first?["uri"] == .string("flowline://session/\(Stage.session)/journal"))
    let address: JSONValue = ["uri": .string("flowline://session/\(Stage.session)/journal")]
    let read = try await stage.server.answer("resources/read", address, of: Stage.user, client)
    #expect(
      try await read["contents"]?.first?["text"] == .string(stage.host.journal(of: stage.key)))
    await #expect(throws: RPCError.self) {
      try await stage.server.answer("resources/read", address, of: "eve", client)
    }
  }

  @Test func `an argument that a tool does not have is refused, and nothing is started`()
    async throws
  {
    let stage = try Stage.bank()
    for arguments in [["acount": "personal"], ["account": "personal", "name": "Trip"]]
      as [JSONValue]
    {
      let reply = try #require(try await stage.call("create-goal", arguments).reply)
      #expect(reply.isError)
      #expect(reply.values["code"] == "unknown-argument")
    }
    await #expect(throws: HostFault.self) { try await stage.host.state(of: stage.key) }
    let begun = try await stage.call(
      "create-goal", ["account": "personal", "answers": ["name": "Trip"]])
    #expect(begun.question?.schema?["properties"]?["target"] != nil)
  }

  @Test func `a client that went away loses nothing`() async throws {
    let stage = try Stage.bank()
    let connection = MCPConnection(to: stage.server, of: Stage.user)
    let asked = Gate<Void>()
    let output: MCPConnection.Output = { message in
      if message["method"] == "elicitation/create" { asked.open() }
    }
    await connection.receive(
      .request(
        .integer(1), method: "initialize",
        params: ["protocolVersion": "2025-11-25", "capabilities": ["elicitation": [:]]]),
      output: output)
    let call = connection.begin(
      .request(
        .integer(2), method: "tools/call",
        params: ["name": "create-goal", "arguments": ["account": "personal"]]), output: output)
    await asked.wait()
    connection.close()
    await call?.value
    let reply = try await stage.call("resume-session", ["session": .string(Stage.session)])
    #expect(reply.question?.schema?["properties"]?["target"] != nil)
  }

  @Test func `a call can be cancelled, and is not answered then`() async throws {
    let stage = try Stage.bank()
    let connection = MCPConnection(to: stage.server, of: Stage.user)
    let asked = Gate<Void>()
    let sent = Mutex<[JSONValue]>([])
    let output: MCPConnection.Output = { message in
      sent.withLock { $0.append(message) }
      if message["method"] == "elicitation/create" { asked.open() }
    }
    await connection.receive(
      .request(
        .integer(1), method: "initialize",
        params: ["protocolVersion": "2025-06-18", "capabilities": ["elicitation": [:]]]),
      output: output)
    let call = connection.begin(
      .request(.integer(2), method: "tools/call", params: ["name": "create-goal"]),
      output: output)
    await asked.wait()
    await connection.receive(
      .notification(method: "notifications/cancelled", params: ["requestId": 2]), output: output)
    await call?.value
    #expect(!sent.withLock { $0 }.contains { $0["id"] == 2 })
    #expect(try await stage.host.state(of: stage.key).question != nil)
  }

  @Test func `lines are split, bounded, and read as UTF-8 alone`() {
    var lines = LineBuffer(limit: 4)
    #expect(lines.take(Array("ab\r\ncd".utf8)) == [.text("ab")])
    #expect(lines.take(Array("ef\n\n12345\n".utf8)) == [.text("cdef"), .tooLong])
    #expect(lines.take([0xFF, 0x0A]) == [.unreadable])
    #expect(lines.take(Array("x".utf8)) == [])
    #expect(lines.end() == [.text("x")])
  }
}
