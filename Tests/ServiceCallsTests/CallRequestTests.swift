import FoundationEssentials
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import Testing

struct CallRequestTests {
  @Test func `nothing in a path or a query leaves its place`() {
    let request = CallRequest(
      .get, path: ["a/b", "..", ".", "x?y#z", "é \r\nEvil: 1"],
      query: [.init("k&=", "v=&#+ \r\n"), .init("from", "2026-11-20T12:00:00.000Z")])
    #expect(
      request.target
        == "/a%2Fb/%2E%2E/%2E/x%3Fy%23z/%C3%A9%20%0D%0AEvil%3A%201"
        + "?k%26%3D=v%3D%26%23%2B%20%0D%0A&from=2026-11-20T12%3A00%3A00.000Z")
  }

  @Test(arguments: [
    ("X", "a\r\nEvil: 1"), ("X", "a\nEvil: 1"), ("X", "a\rb"), ("X", "a\0b"), ("X", "a\u{7F}"),
    ("X\r\nEvil", "1"), ("X:", "1"), ("", "1"), ("X Y", "1"),
  ])
  func `a header that would be more than one line is not sent`(
    name: String, value: String
  ) async throws {
    let request = CallRequest(.get, path: ["a"], headers: [.init(name, value)])
    #expect(request.malformedHeader == name)
    try await ScriptedServer.with([.answer(200)]) { server, address in
      let transport = NetworkTransport()
      let address = try ServiceAddress(address)
      let failure = await #expect(throws: TransportFailure.self) {
        try await transport.send(request, to: address)
      }
      guard case .invalid? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(server.requests.isEmpty)
      await transport.close()
    }
  }

  @Test func `a content type is a header, too`() {
    let body = CallRequest.Body(Data(), contentType: "a\r\nEvil: 1")
    #expect(CallRequest(.post, path: [], body: body).malformedHeader == "Content-Type")
    #expect(CallRequest(.get, path: [], headers: [.init("X-É", "é\t ")]).malformedHeader == "X-É")
    #expect(CallRequest(.get, path: [], headers: [.init("X-E", "é\t ")]).malformedHeader == nil)
  }

  @Test func `the parts of a form have a line each that names them`() {
    let body = CallRequest.Body.multipart([
      .init("account", "1"),
      .init(
        "a\"b\r\nX: 1", Data("x\r\n".utf8), fileName: "c\"; d\n.csv", contentType: "text/csv"),
    ])
    #expect(body.contentType == "multipart/form-data; boundary=flowline-0")
    #expect(
      String(decoding: body.bytes, as: UTF8.self)
        == "--flowline-0\r\nContent-Disposition: form-data; name=\"account\"\r\n\r\n1\r\n"
        + "--flowline-0\r\nContent-Disposition: form-data; name=\"a%22b%0D%0AX: 1\"; "
        + "filename=\"c%22; d%0A.csv\"\r\nContent-Type: text/csv\r\n\r\nx\r\n\r\n"
        + "--flowline-0--\r\n")
    #expect(CallRequest(.post, path: [], body: body).malformedHeader == nil)
  }

  @Test func `no part of a form contains what separates the parts`() {
    let parts = [
      CallRequest.FormPart("a", "--flowline-0"), .init("b", "x--flowline-1--\r\n"),
    ]
    #expect(CallRequest.Body.multipart(parts).contentType.hasSuffix("boundary=flowline-2"))
    #expect(CallRequest.Body.multipart(parts) == .multipart(parts))
    let none = CallRequest.Body.multipart([])
    #expect(String(decoding: none.bytes, as: UTF8.self) == "--flowline-0--\r\n")
  }

  @Test func `method, path, headers and body arrive as they are`() async throws {
    try await ScriptedServer.with([.answer(200)]) { server, address in
      let transport = NetworkTransport()
      let address = try ServiceAddress("\(address)/base/")
      for method in [CallRequest.Method.get, .put, .post, .delete] {
        let body = try CallRequest.Body.json(["b": 1, "a": 2])
        _ = try await transport.send(
          CallRequest(
            method, path: ["x", "y z"], query: [.init("q", "1")], headers: [.init("X-A", "b")],
            body: method == .get ? nil : body), to: address)
        let request = try #require(server.requests.last)
        #expect(request.method == method.rawValue)
        #expect(request.target == "/base/x/y%20z?q=1")
        #expect(request.header("X-A") == "b")
        #expect(request.body == (method == .get ? "" : #"{"a":2,"b":1}"#))
        #expect(request.header("Content-Type") == (method == .get ? nil : "application/json"))
      }
      await transport.close()
    }
  }

  @Test func `a form has its fields encoded, in their order`() {
    let body = CallRequest.Body.form([.init("a b", "c&d=é+"), .init("a b", "")])
    #expect(body.contentType == "application/x-www-form-urlencoded")
    #expect(String(decoding: body.bytes, as: UTF8.self) == "a%20b=c%26d%3D%C3%A9%2B&a%20b=")
  }
}
