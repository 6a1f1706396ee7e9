import Flowline
import FlowlineJSONLines
import Foundation
import OwnScreens
import Testing

/// Files over lines of JSON: kept first, then answered with.
struct FileTests {
  private struct ClaimFlow: Flow {
    let id: FlowID = "claim"

    func run(_ context: FlowContext) async throws -> String {
      let receipt = try await context.run(FileScreen("receipt", "Receipt?", accepting: [.pdf]))
      return try await context.load("text") { [files = context.files] in
        String(decoding: try await files.contents(of: receipt).bytes, as: UTF8.self)
      }
    }
  }

  private static func messages(_ lines: [String]) throws -> [JSONValue] {
    try talk(lines, to: ClaimFlow())
  }

  private static let file = FileContents(Array("%PDF-1.7 lunch".utf8), named: "lunch.pdf")
  private static let keep =
    #"{"keep":"\#(Data(file.bytes).base64EncodedString())","named":"lunch.pdf"}"#

  @Test func `a file is kept, answered with, and read`() throws {
    let answer = JSONValue.object(["answer": Self.file.file.json]).text
    let messages = try Self.messages([#"{"start":"claim"}"#, Self.keep, answer])
    let told = try #require(messages.first { $0["type"] == "file" })
    #expect(told["file"] == Self.file.file.json && told["line"] == 2)
    let prompt = try #require(messages.first { $0["type"] == "prompt" }?["prompt"])
    #expect(prompt["kind"]?["name"] == "file" && prompt["kind"]?["most"] == 10_000_000)
    #expect(prompt["kind"]?["types"] == ["application/pdf"])
    #expect(messages.last?["output"] == "%PDF-1.7 lunch")
  }

  @Test func `a file that was not kept is refused, and so is a path`() throws {
    let answer = JSONValue.object(["answer": Self.file.file.json]).text
    let path = #"{"answer":{"text":"/etc/passwd"}}"#
    let messages = try Self.messages([#"{"start":"claim"}"#, answer, path])
    let codes = messages.filter { $0["type"] == "refusal" }.map { $0["code"] }
    #expect(codes == ["file-not-kept", "wrong-shape"])
  }

  @Test func `a file that is shown can be had, and no other`() throws {
    let contract = ContractFlow.contract
    let fetch = #"{"fetch":"\#(contract.file.digest)"}"#
    let lines = [
      fetch, #"{"start":"contract"}"#, fetch, Self.keep, #"{"fetch":"\#(Self.file.file.digest)"}"#,
      #"{"answer":null}"#, fetch, #"{"fetch":"sha256:00"}"#,
    ]
    let messages = try talk(lines, to: ContractFlow())
    let told = messages.filter { $0["of"] == "fetch" }
    #expect(told.map { $0["code"] } == ["not-shown", "not-shown", "not-shown"])
    #expect(told.map { $0["line"] } == [1, 3, 5])
    let had = try #require(messages.first { $0["type"] == "contents" })
    #expect(had["file"] == contract.file.json && had["line"] == 7)
    #expect(
      had["base64"]?.string.flatMap { Data(base64Encoded: $0) } == Data(contract.bytes))
    let row = messages.last { $0["type"] == "prompt" }?["prompt"]?["page"]
    #expect(row?.text.contains(contract.file.json.text) == true, "\(row as Any)")
    let fault = try #require(messages.first { $0["type"] == "error" })
    #expect(fault["line"] == 8 && fault["expected"]?.string?.contains("digest") == true)
  }

  @Test(arguments: [
    #"{"keep":"not base64!","named":"a"}"#, #"{"keep":"AAAA"}"#, #"{"keep":1,"named":"a"}"#,
    #"{"keep":"AAAA","named":""}"#, #"{"keep":"AAAA","named":"a","path":"/etc/passwd"}"#,
  ])
  func `what is no file is an error that does not repeat it`(line: String) throws {
    let messages = try Self.messages([#"{"start":"claim"}"#, line])
    let error = try #require(messages.first { $0["type"] == "error" })
    #expect(error["line"] == 2)
    #expect(!error.text.contains("not base64!") && !error.text.contains("AAAA"))
  }
}
