import BankDocuments
import FoundationEssentials
import SandboxKit
import Testing

struct APIDocumentTests {
  private static let text = """
    {"paths": {"/things/{id}": {"get": {
      "security": [{"Bearer": ["thing:read"]}],
      "parameters": [{"name": "id", "in": "path"}, {"name": "since", "in": "query"}],
      "responses": {
        "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
        "4xx": {}}}},
      "/things/all": {"put": {"requestBody": {}, "responses": {"202": {}}}}},
     "components": {"schemas": {"Thing": {
      "type": "object", "required": ["id"], "properties": {
        "id": {"type": "string", "format": "uuid"}, "state": {"type": "string", "enum": ["NEW"]},
        "sizes": {"type": "array", "items": {"type": "integer", "format": "int32"}}}}}}}
    """

  private func document(_ text: String = Self.text) throws -> APIDocument {
    try APIDocument(Data(text.utf8))
  }

  private static let id = "a0000000-0000-4000-8000-000000000001"

  @Test func `says what there is`() throws {
    let operations = try document().operations
    #expect(operations.map(\.path) == ["/things/all", "/things/{id}"])
    #expect(operations.map(\.method) == ["PUT", "GET"])
    #expect(operations.map(\.scopes) == [[], ["thing:read"]])
    #expect(operations.map(\.query) == [[], ["since"]])
    #expect(operations.map(\.hasBody) == [true, false])
    #expect(try document().template(of: "/things/all") == "/things/all")
    #expect(try document().template(of: "/things/7") == "/things/{id}")
    #expect(try document().template(of: "/things") == nil)
  }

  @Test(arguments: [
    (#"{"id":"ID"}"#, 0), (#"{"id":"ID","state":"NEW","sizes":[1,2]}"#, 0), ("{}", 1),
    (#"{"id":"ID","more":1}"#, 1), (#"{"id":"x"}"#, 1), (#"{"id":"ID","state":"OLD"}"#, 1),
    (#"{"id":"ID","sizes":[1,4294967296,"x"]}"#, 3), (#"{"id":null}"#, 1), ("[]", 2), ("", 1),
  ])
  func `finds what in an answer was not promised`(body: String, count: Int) throws {
    let body = Data(body.replacing("ID", with: Self.id).utf8)
    let faults = try document().faults(method: "GET", path: "/things/7", status: 200, body: body)
    #expect(faults.count == count, "\(faults)")
  }

  @Test func `finds statuses, bodies and paths that were not promised`() throws {
    func faults(_ method: String, _ path: Substring, _ status: Int, _ body: String) throws -> Int {
      try document().faults(method: method, path: path, status: status, body: Data(body.utf8)).count
    }
    #expect(try faults("PUT", "/things/all", 202, "") == 0)
    #expect(try faults("PUT", "/things/all", 202, "{}") == 1)
    #expect(try faults("PUT", "/things/all", 200, "") == 1)
    #expect(try faults("GET", "/things/7", 404, "") == 0)
    #expect(try faults("DELETE", "/things/7", 405, "{}") == 0)
    #expect(try faults("DELETE", "/things/7", 200, "{}") == 1)
  }

  @Test(arguments: [
    ("thing:read", "thing:write"), ("since", "until"), (#""format": "uuid""#, #""format": "date""#),
    ("NEW", "OLD"), (#""sizes""#, #""lengths""#), (#"["id"]"#, #"["state"]"#), ("int32", "int64"),
    (#""Thing":"#, #""Other":"#), ("requestBody", "x"), ("/things/all", "/things/any"),
  ])
  func `finds what another document does not promise`(own: String, other: String) throws {
    #expect(try document().excess(over: document()) == [])
    let changed = try document(Self.text.replacing(own, with: other))
    #expect(try document().excess(over: changed).count == 1)
  }
}
