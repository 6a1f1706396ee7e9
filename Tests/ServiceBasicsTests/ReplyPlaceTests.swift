import FoundationEssentials
import ServiceBasics
import Testing

/// Where a reply is not as expected.
struct ReplyPlaceTests {
  @Test(arguments: [
    (#"[{"days":"x"}]"#, "/0/days"), (#"{}"#, "/"), (#"[{"days":1},{"days":null}]"#, "/1/days"),
  ])
  func `it is told by its path in the reply`(reply: String, place: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([[String: Int]].self, from: Data(reply.utf8))
    }
    #expect(CodedText.replyUnexpected(try #require(error)).values == [place])
  }
}
