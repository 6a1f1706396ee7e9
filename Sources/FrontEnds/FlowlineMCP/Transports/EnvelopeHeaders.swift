import Flowline
import FlowlineWeb
import FoundationEssentials
import Hummingbird

/// The headers in which a request that stands alone says again what its body says, so that what is in
/// between need not read that: both have to say the same.
enum EnvelopeHeaders {
  private static let version = "io.modelcontextprotocol/protocolVersion"
  private static let revision = "MCP-Protocol-Version"

  /// Whether a request is of a revision in which it stands alone.
  static func isModern(_ request: Request, _ params: JSONValue) -> Bool {
    if params["_meta"]?[version] != nil { return true }
    return request.headers.value(of: revision).map { $0 >= "2026" } ?? false
  }

  /// That the headers name a revision that is not spoken; nil if they name one that is, or none.
  static func unsupported(in request: Request) -> RPCError? {
    guard let said = request.headers.value(of: revision),
      !(MCPRevision.modern + MCPRevision.legacy).contains(said)
    else { return nil }
    return MCPRevision.unsupported(said)
  }

  /// What in the headers is not what the body says; nil if all is.
  static func fault(of request: Request, _ method: String, _ params: JSONValue) -> RPCError? {
    let said = request.headers.value(of: revision)
    guard let version = AgentClient.revision(of: params) else {
      return RPCError(
        .invalidParams, "expected the revision as “_meta.\(version)”, got none")
    }
    guard said == version else { return mismatch(revision) }
    guard request.headers.value(of: "Mcp-Method") == method else { return mismatch("Mcp-Method") }
    let members = ["tools/call": "name", "resources/read": "uri", "prompts/get": "name"]
    guard let member = members[method], let name = params[member]?.string else { return nil }
    let header = request.headers.value(of: "Mcp-Name").flatMap(decoded)
    return header == name ? nil : mismatch("Mcp-Name")
  }

  private static func mismatch(_ header: String) -> RPCError {
    RPCError(.headerMismatch, "the header \(header) is not what the body says; send both alike")
  }

  /// What a header says that cannot be written as it is: `=?base64?…?=`.
  private static func decoded(_ value: String) -> String? {
    let (start, end) = ("=?base64?", "?=")
    guard value.hasPrefix(start), value.hasSuffix(end), value.count >= start.count + end.count
    else {
      return value
    }
    let text = value.dropFirst(start.count).dropLast(end.count)
    return Data(base64Encoded: String(text)).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
