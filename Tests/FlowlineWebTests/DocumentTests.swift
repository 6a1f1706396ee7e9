import Flowline
import Hummingbird
import Testing

@testable import FlowlineWeb

/// What the OpenAPI document says; `Tests/Web/contract.py` holds the server against it.
struct DocumentTests {
  private typealias API = SessionAPI<BasicRequestContext>

  @Test func `the cookie is named that says whose request it is`() async throws {
    for (isSecure, prefix) in [(false, "flowline-visitor-"), (true, "__Host-flowline-visitor-")] {
      let visitors = Visitors(keptIn: MemoryValueStore(), isSecure: isSecure)
      let name = try await visitors.cookieName()
      #expect(name.hasPrefix(prefix) && name.count == prefix.count + 8)
      let document = API.document(visitorCookie: name)
      let scheme = document["components"]?["securitySchemes"]?["visitor"]
      #expect(scheme?["in"] == "cookie")
      #expect(scheme?["name"]?.string == name)
      #expect(document["security"] == [["visitor": []]])
    }
    #expect(API.document()["security"] == nil)
  }

  @Test func `every schema that is referred to is there, and each is referred to`() {
    var names: Set<String> = []
    collect(API.document(), into: &names)
    #expect(names == Set(APISchemas.all.keys))
  }

  @Test func `what depends on no question is never refused because another is asked`() {
    let paths = API.document()["paths"]
    for (name, isFact) in [("deliver", true), ("language", true), ("answer", false)] {
      let replies = paths?["/sessions/{session}/\(name)"]?["post"]?["responses"]
      #expect((replies?["412"] == nil) == isFact, "\(name)")
      #expect(replies?["503"]?["headers"]?["Retry-After"] != nil, "\(name)")
    }
  }

  @Test func `the reply to an event is a state with its tag, and says whether the event is taken`()
  {
    let document = API.document()
    let operation = document["paths"]?["/sessions/{session}/deliver"]?["post"]
    let reply = operation?["responses"]?["200"]
    #expect(
      reply?["content"]?["application/json"]?["schema"]?["$ref"]?.string
        == "#/components/schemas/Delivered")
    #expect(reply?["headers"]?["ETag"] != nil)
    guard case .array(let parts)? = document["components"]?["schemas"]?["Delivered"]?["allOf"]
    else {
      Issue.record("it is no state with more")
      return
    }
    #expect(parts.first?["$ref"]?.string == "#/components/schemas/State")
    #expect(parts.last?["required"] == ["taken"])
    let forbidden = operation?["responses"]?["403"]
    #expect(forbidden?["description"]?.string?.contains("event-not-allowed") == true)
    #expect(forbidden?["headers"]?["ETag"] != nil)
    let other = document["paths"]?["/sessions/{session}/answer"]?["post"]?["responses"]?["403"]
    #expect(other?["headers"] == nil)
  }

  private func collect(_ json: JSONValue, into names: inout Set<String>) {
    switch json {
    case .object(let members):
      if let name = members["$ref"]?.string, name.hasPrefix("#/components/schemas/") {
        names.insert(String(name.dropFirst("#/components/schemas/".count)))
      }
      for member in members.values { collect(member, into: &names) }
    case .array(let items): for item in items { collect(item, into: &names) }
    default: break
    }
  }
}
