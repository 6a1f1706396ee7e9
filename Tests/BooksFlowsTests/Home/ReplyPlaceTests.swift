import FoundationEssentials
import Testing

@testable import SampleBooks

/// Where a reply of the books of this computer is not as expected.
struct ReplyPlaceTests {
  @Test(arguments: [
    (#"[{"days":"x"}]"#, "/0/days"), (#"{}"#, "/"), (#"[{"days":1},{"days":null}]"#, "/1/days"),
  ])
  func `it is told by its path in the reply`(reply: String, place: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([[String: Int]].self, from: Data(reply.utf8))
    }
    #expect(EmbeddedService.place(of: try #require(error)) == place)
  }
}
