import ServiceBasics
import Testing

struct CanonicalJSONTests {
  private struct Sample: Codable, Equatable {
    var zebra: String
    var apple: [String: Int]
  }

  @Test func `equal values have equal text, sorted and without spaces`() throws {
    let sample = Sample(zebra: "a/b ü", apple: ["y": 2, "x": 1, "z": 3])
    let text = try CanonicalJSON.text(sample)
    #expect(text == #"{"apple":{"x":1,"y":2,"z":3},"zebra":"a/b ü"}"#)
    #expect(try CanonicalJSON.value(text) == sample)
  }

  @Test func `text that is no such value is an error`() {
    #expect(throws: DecodingError.self) {
      let _: Sample = try CanonicalJSON.value(#"{"zebra":1}"#)
    }
  }
}
