import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import Testing

@testable import FlowlineMCP

/// Files that a session shows, as an agent reads them.
struct FileResourceTests {
  private static let pdf = Array("%PDF-1.4\nterms".utf8)

  /// Takes a contract, and shows it before it is signed.
  private struct Signing: Flow {
    let id: FlowID = "signing"

    func run(_ context: FlowContext) async throws -> Bool {
      let contract = try await context.run(FileScreen("contract", "Which contract?"))
      return try await context.run(
        ConfirmScreen("sign", "Sign it?").page { Row("Contract", file: contract) })
    }
  }

  /// A stage at which the contract is shown, and what the agent was told.
  private func atContract(
    _ bytes: [UInt8] = Self.pdf, client: AgentClient = Stage.client(nil)
  ) async throws -> (stage: Stage, reply: ToolReply) {
    var catalog = FlowCatalog()
    catalog.add(Signing())
    let stage = Stage(catalog, in: .usual, session: UUID(uuidString: Stage.session))
    _ = try await stage.call("signing", client: client)
    let kept = try await stage.host.keep(FileContents(bytes, named: "contract.pdf"), for: stage.key)
    try await stage.answerOnPage(.file(kept))
    let reply = try await stage.call(
      "resume-session", ["session": .string(Stage.session)], client: client
    ).reply
    return (stage, try #require(reply))
  }

  private func read(
    _ address: String, by user: UserID = Stage.user, at stage: Stage
  ) async throws -> JSONValue {
    try await stage.server.answer(
      "resources/read", ["uri": .string(address)], of: user, Stage.client())
  }

  @Test(arguments: ["2026-07-28", "2025-11-25", "2025-06-18"])
  func `what a question shows is linked to and read`(revision: String) async throws {
    let client = Stage.client(nil, revision: revision)
    let (stage, reply) = try await atContract(client: client)
    let told = try #require(reply.values["question"]?["files"]?.first)
    #expect(told["name"] == "contract.pdf" && told["mimeType"] == "application/pdf")
    #expect(told["size"] == .integer(Int64(Self.pdf.count)))
    let address = try #require(told["uri"]?.string)
    guard case .array(let blocks)? = reply.result(client)["content"] else {
      Issue.record("the result has no content")
      return
    }
    #expect(blocks.last?["type"] == "resource_link")
    #expect(blocks.last?["uri"] == .string(address))
    let contents = try await read(address, at: stage)["contents"]?.first
    #expect(contents?["uri"] == .string(address) && contents?["mimeType"] == "application/pdf")
    #expect(contents?["blob"]?.string.flatMap { Data(base64Encoded: $0) } == Data(Self.pdf))
    #expect(contents?["text"] == nil)
  }

  @Test func `it is its user's, and as long as it is shown`() async throws {
    let (stage, reply) = try await atContract()
    let address = try #require(reply.values["question"]?["files"]?.first?["uri"]?.string)
    await #expect(throws: RPCError.self) { try await read(address, by: "eve", at: stage) }
    let other = String(address.dropLast(4)) + "0000"
    await #expect(throws: RPCError.self) { try await read(other, at: stage) }
    try await stage.answerOnPage(.text("yes"))
    await #expect(throws: RPCError.self) { try await read(address, at: stage) }
  }

  @Test func `one that is too long for a message says how long it is`() async throws {
    let size = SessionResource.longestFile + 1
    let (stage, reply) = try await atContract(
      Self.pdf + [UInt8](repeating: 32, count: size - Self.pdf.count))
    let address = try #require(reply.values["question"]?["files"]?.first?["uri"]?.string)
    let error = await #expect(throws: RPCError.self) { try await read(address, at: stage) }
    #expect(error?.message.contains("\(size) bytes") == true)
  }

  @Test(arguments: [
    "journal", "result", "files/sha256:\(String(repeating: "0a", count: 32))",
  ])
  func `an address is read as it is written`(name: String) {
    let address = "flowline://session/\(Stage.session)/\(name)"
    #expect(SessionResource(address)?.address == address)
  }

  @Test(arguments: [
    "", "journals", "files", "files/", "files/sha256:0", "files/../journal", "journal/", "/journal",
    "files/sha256:\(String(repeating: "0a", count: 32))/x",
  ])
  func `an address that is none of ours is none`(name: String) {
    #expect(SessionResource("flowline://session/\(Stage.session)/\(name)") == nil)
    #expect(SessionResource("flowline://session/\(name)") == nil)
    #expect(SessionResource("file://session/\(Stage.session)/journal") == nil)
  }
}
