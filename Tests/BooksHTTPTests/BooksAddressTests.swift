import BooksHTTP
import FreeAgentAPI
import ServiceBasics
import ServiceCalls
import Testing

/// Where books are, and who the program is there.
struct BooksAddressTests {
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

  @Test func `a log-in is at the service's own pages, and names the program`() throws {
    let address = try BooksAddress("https://books.example/v2")
    let client = BasicCredentials(id: "id", secret: "the-secret")
    let service = address.oauth(for: client, userAgent: "Ledger")
    #expect(service.address == address.service && service.client == client)
    #expect(service.approvalPath == FreeAgent.approvalPath)
    #expect(service.tokenPath == FreeAgent.tokenPath)
    #expect(service.userAgent == "Ledger")
    #expect(address.oauth(for: client).userAgent == "Flowline")
  }
}
