import Flowline
import Hummingbird
import Testing

@testable import FlowlineWeb

/// What the OpenAPI document says; `Tests/Web/contract.py` holds the server against it.
struct DocumentTests {
  private typealias API = SessionAPI<BasicRequestContext>

  @Test func `the cookie is named that says whose request it is`() {
    for (isSecure, name) in [(false, "flowline"), (true, "__Host-flowline")] {
      let document = API.document(visitors: Visitors(isSecure: isSecure))
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
