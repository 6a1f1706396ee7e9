import BooksTestSupport
import FreeAgentAPI
import ServiceBasics
import Testing

struct LinkTests {
  @Test(
    arguments: [
      ("https://api.freeagent.com/v2/contacts/7", "7"),
      ("http://127.0.0.1:8400/v2/contacts/7", "7"),
      ("https://example.org/x/v2/contacts/7", "7"), ("https://api.freeagent.com/v2/contact/7", "7"),
      ("https://api.freeagent.com/v2/contactss/7", nil),
      ("https://api.freeagent.com/v2/invoice/7", nil),
      ("https://api.freeagent.com/v2/contacts/", nil),
      ("https://api.freeagent.com/v2/contacts", nil),
      ("https://api.freeagent.com/v2/invoices/7", nil),
      ("https://api.freeagent.com/v2/contacts/7/notes", nil), ("7", nil), ("", nil),
      ("https://api.freeagent.com/v3/contacts/7", nil), ("v2/contacts/7", "7"),
      ("https://api.freeagent.com/v2/contacts/..", nil),
      ("https://api.freeagent.com/v2/contacts/7?x=1", nil), ("contacts/7", nil),
      ("https://api.freeagent.com/v2/contacts/%2e%2e", nil),
    ] as [(String, String?)])
  func `an address of the right kind has an id`(url: String, id: String?) throws {
    let link = FreeAgent.Link<FreeAgent.Contact>(url: url)
    #expect(link.id?.description == id)
    #expect(try decoded(CanonicalJSON.text(link)) == link)
  }

  @Test func `a paid document is an invoice or a credit note`() {
    typealias Paid = FreeAgent.Link<FreeAgent.PaidDocument>
    #expect(Paid(link(5) as FreeAgent.Link<FreeAgent.Invoice>).id?.description == "5")
    #expect(Paid(link(6) as FreeAgent.Link<FreeAgent.CreditNote>).id?.description == "6")
    #expect(Paid(url: "https://api.freeagent.com/v2/estimates/6").id == nil)
    #expect(FreeAgent.Link<FreeAgent.Category>.mileage.id == nil)
  }

  @Test func `a collection may be in the singular`() {
    func id<Target: FreeAgent.Addressed>(_ path: String, of _: Target.Type) -> String? {
      FreeAgent.Link<Target>(url: "\(FreeAgent.Root.production.url)/\(path)").id?.description
    }
    #expect(id("category/285", of: FreeAgent.Category.self) == "285")
    #expect(id("property/2", of: FreeAgent.Property.self) == "2")
    #expect(id("stock_item/42", of: FreeAgent.StockItem.self) == "42")
    #expect(id("credit_note/6", of: FreeAgent.PaidDocument.self) == "6")
    #expect(id("propertie/2", of: FreeAgent.Property.self) == nil)
  }

  @Test func `a member that holds an address says so`() {
    let schema = FreeAgent.BankTransactionExplanation.schema
    for name in ["bank_account", "category", "paid_invoice", "transfer_bank_account"] {
      #expect(schema[name]?.holdsLink == true, "\(name)")
    }
    for name in ["gross_value", "dated_on", "description", "attachment"] {
      #expect(schema[name]?.holdsLink == false, "\(name)")
    }
  }

  @Test(arguments: ["1", "756440", "001", "602-1", "a_B", String(repeating: "9", count: 64)])
  func `ids are letters, digits, hyphens and underscores`(text: String) throws {
    let id = try #require(FreeAgent.Identifier<FreeAgent.Category>(text))
    let link = FreeAgent.Link(id, at: .sandbox)
    #expect(link.url == "https://api.sandbox.freeagent.com/v2/categories/\(text)")
    #expect(link.id == id)
    #expect(link.isOf(.sandbox) && !link.isOf(.production))
  }

  @Test(arguments: [
    "", ".", "..", "a/b", "1?x", "%2e", "é", "1 ", "1\n", String(repeating: "9", count: 65),
  ])
  func `nothing else is an id`(text: String) {
    #expect(FreeAgent.Identifier<FreeAgent.Category>(text) == nil)
  }

  @Test(arguments: [
    ("https://api.freeagent.com/v2", "https://api.freeagent.com"),
    ("https://api.freeagent.com/v2/", "https://api.freeagent.com"),
    ("http://127.0.0.1:8400/v2", "http://127.0.0.1:8400"),
    ("http://[::1]:8400/v2", "http://[::1]:8400"),
    ("https://example.org/a/b/v2", "https://example.org"),
  ])
  func `a service is below an address`(text: String, origin: String) throws {
    let root = try #require(FreeAgent.Root(text))
    #expect(root.origin == origin)
    #expect(!root.url.hasSuffix("/"))
    #expect(FreeAgent.Root(root.description) == root)
  }

  @Test(arguments: [
    "", "/v2", "ftp://example.org/v2", "https:///v2", "https://example.org", "https://:80/v2",
    "https://example.org/v2?x", "https://example.org/#/v2", "https://a@example.org/v2",
    "https://exa mple.org/v2", "https://example.org/v2\n", "https://exämple.org/v2",
    "javascript://example.org/v2",
  ])
  func `nothing else is the address of a service`(text: String) {
    #expect(FreeAgent.Root(text) == nil)
  }

  @Test func `an address of a service begins with it and a slash`() {
    let link = FreeAgent.Link<FreeAgent.Contact>(url: "https://api.freeagent.com/v2evil/contacts/7")
    #expect(!link.isOf(.production))
  }
}
