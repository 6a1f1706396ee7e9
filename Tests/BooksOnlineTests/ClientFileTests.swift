import BooksClient
import BooksConnection
import FreeAgentAPI
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// Who a program is to a service, in a file.
struct ClientFileTests {
  @Test func `it has an id, a secret, and perhaps a port`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id\nthe-secret\n", to: "client", mode: 0o600)
    let file = try ClientFile(path: folder.file("client"))
    #expect(file.client == BasicCredentials(id: "id", secret: "the-secret"))
    #expect(file.port == 0)
    #expect(!"\(file)".contains("the-secret"))
    try folder.write("id\nsecret\n8401\n", to: "client", mode: 0o600)
    #expect(try ClientFile(path: folder.file("client")).port == 8401)
  }

  @Test(arguments: ["", "id", "id\nsecret\nport", "id\nsecret\n70000", "a\nb\n1\nc"])
  func `anything else is refused, and not repeated`(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "client", mode: 0o600)
    let error = #expect(throws: BooksError.self) {
      try ClientFile(path: folder.file("client"))
    }
    #expect(error?.code == .client)
    #expect(error?.cause?.contains(folder.file("client")) == true)
    #expect(error?.cause?.contains("secret\n") == false)
  }

  @Test func `one that others can read is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id\nsecret\n", to: "client", mode: 0o644)
    let error = #expect(throws: BooksError.self) { try ClientFile(path: folder.file("client")) }
    #expect(error?.cause?.contains("chmod 600") == true)
  }

  @Test(arguments: [
    ("https://api.freeagent.com/v2", "https://api.freeagent.com/v2"),
    ("http://127.0.0.1:8400/", "http://127.0.0.1:8400/v2"),
  ]) func `an address is read with and without its version`(text: String, root: String) throws {
    #expect(try BooksAddress(text).root.url == root)
  }

  @Test func `an address that is not encrypted and leads off this computer is refused`() {
    #expect(throws: BooksAddress.Problem.notEncrypted(host: "books.example")) {
      try BooksAddress("http://books.example/v2")
    }
  }
}
