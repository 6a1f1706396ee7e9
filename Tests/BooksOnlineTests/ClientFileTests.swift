import BooksClient
import BooksConnection
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
    #expect(error?.code == .storage && error?.path == folder.file("client"))
    #expect(error?.causeCode == "client-file-contents")
    // The path is said beside it.
    #expect(error?.cause?.contains(folder.file("client")) == false)
    #expect(error?.cause?.contains("secret\n") == false)
  }

  @Test func `one that others can read is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id\nsecret\n", to: "client", mode: 0o644)
    let error = #expect(throws: BooksError.self) { try ClientFile(path: folder.file("client")) }
    #expect(error?.code == .storage && error?.path == folder.file("client"))
    #expect(error?.causeCode == "file-open")
    #expect(error?.cause?.contains(folder.file("client")) == false)
  }

  @Test func `one that is not there has the code of that, for words in any language`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: BooksError.self) { try ClientFile(path: folder.file("none")) }
    #expect(error?.code == .storage && error?.path == folder.file("none"))
    #expect(error?.causeCode == "file-missing")
  }
}
