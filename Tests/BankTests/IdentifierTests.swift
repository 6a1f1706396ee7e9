import Bank
import EmbeddedBank
import FoundationEssentials
import ServiceBasics
import Testing

struct IdentifierTests {
  @Test func `is written in lower case whatever it was read from`() throws {
    let id = try #require(Account.ID("A0000000-0000-4000-8000-00000000000F"))
    #expect(id.text == "a0000000-0000-4000-8000-00000000000f")
    #expect(try CanonicalJSON.text(id) == #""a0000000-0000-4000-8000-00000000000f""#)
    #expect(try roundTrip(id) == id)
  }

  @Test(arguments: [
    "", "a", "a0000000-0000-4000-8000-00000000000", "a0000000-0000-4000-8000-00000000000g",
    "a00000000000-4000-8000-0000-00000000000", "a0000000-0000-4000-8000_000000000000",
    "a0000000-0000-4000-8000-0000000000000", "à0000000-0000-4000-8000-0000000000",
  ])
  func `is nothing but a UUID`(text: String) {
    #expect(Account.ID(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Account.ID.self, from: Data("\"\(text)\"".utf8))
    }
  }
}
