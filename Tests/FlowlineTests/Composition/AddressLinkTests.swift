import Flowline
import Testing

/// Web addresses that begin a flow.
struct AddressLinkTests {
  private static let address = "https://shop.example/orders/8?part=a&b=%20#top"

  private static func catalog(opening flow: FlowID?) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(TextScreen("order", "Which order?", length: 1...200), summary: "Shows an order")
    if let flow { catalog.openAddresses(with: flow, at: "order", "address") }
    return catalog
  }

  @Test(arguments: [
    address, "  \(address)\n", "http://127.0.0.1:8400/v2/orders/8", "HTTPS://shop.example/",
  ])
  func `an address is the answer to the step that takes it`(text: String) throws {
    let link = try #require(Self.catalog(opening: "order").link(to: text))
    #expect(link.flow == "order")
    let given = try #require(link.answers.first)
    #expect(link.answers.count == 1 && given.description == "order/address")
    #expect(given.answer == .text(text.contains("orders/8?") ? Self.address : text))
    #expect(!given.mayConfirm, "somebody else may have made it")
  }

  @Test(arguments: [
    "", "order", "https://", "https:", "https:shop.example", "shop.example/orders/8",
    "ftp://shop.example/", "flow:order?order=8", "https://shop.example/a b", "https://a\nb",
    "see https://shop.example/",
  ])
  func `what is no address leads nowhere`(text: String) {
    #expect(Self.catalog(opening: "order").link(to: text) == nil)
  }

  @Test func `without a flow for them addresses lead nowhere`() {
    #expect(Self.catalog(opening: nil).link(to: Self.address) == nil)
    #expect(Self.catalog(opening: "gone").link(to: Self.address) == nil)
  }

  @Test func `of several catalogues the last one that names a flow takes them`() throws {
    var catalog = FlowCatalog()
    catalog.add(TextScreen("other", "Which one?"), summary: "Shows another")
    catalog.openAddresses(with: "other", at: "other")
    catalog.add(contentsOf: Self.catalog(opening: nil))
    #expect(catalog.link(to: Self.address)?.flow == "other")
    catalog.add(contentsOf: Self.catalog(opening: "order"))
    #expect(catalog.link(to: Self.address)?.flow == "order")
    #expect(catalog.observed { _ in }.link(to: Self.address)?.flow == "order")
  }
}
