import Flowline
import Testing

struct JSONValueTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "1.5",
    "\"\"", "\"a\"", "\"\\\"\\\\\\n\\r\\t\"", "\"\\u0000\\u001f\\u007f\"", "\"ё 👩‍👩‍👧‍👦\"", "[]", "{}",
    "[1,[2,[3]],{}]", "{\"a\":1,\"b\":[true,null]}", "\"\\u2028\\u0085\"",
  ])
  func `what was written is read as the same and written as the same`(text: String) throws {
    #expect(try JSONValue(parsing: text).text == text)
  }

  @Test(arguments: [
    ("{\"b\":1,\"a\":2}", "{\"a\":2,\"b\":1}"), (" [ 1 , 2 ] ", "[1,2]"), ("1e2", "100"),
    ("\"\\u0041\\/\\b\\f\"", "\"A/\\u0008\\u000c\""), ("\"\\ud83d\\ude00\"", "\"😀\""),
    ("18446744073709551616", "18446744073709551616"),
  ])
  func `equal values have one text`(text: String, written: String) throws {
    #expect(try JSONValue(parsing: text).text == written)
  }

  @Test(arguments: [
    "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}",
    "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
  ])
  func `what a terminal obeys, or turns the text around it, is written by its number`(
    mark: String
  ) throws {
    for value: JSONValue in [.string("a\(mark)2J"), [mark: 1]] {
      #expect(!value.text.unicodeScalars.contains { mark.unicodeScalars.contains($0) })
      #expect(try JSONValue(parsing: value.text) == value)
    }
  }

  @Test(arguments: ["\u{A0}", "£", "\u{200D}", "“", "\u{2060}", "م", "\u{61B}", "\u{2030}"])
  func `letters and signs around those are written as they are`(text: String) {
    #expect(JSONValue.string(text).text == "\"\(text)\"")
  }

  @Test func `each character is written alike wherever it is in a text`() {
    for number in UInt32(0)..<0x100 {
      let text = String(Unicode.Scalar(number) ?? "?")
      let written = JSONValue.string(text).text.dropFirst().dropLast()
      for before in 0..<10 {
        let (ahead, behind) = (String("abcdefghij".prefix(before)), "!~ and so on")
        #expect(
          JSONValue.string(ahead + text + behind).text == "\"\(ahead)\(written)\(behind)\"",
          "scalar \(number) behind \(before) others")
      }
    }
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "+1", "01", "1.", ".5", "1e", "--1", "\"", "\"\\x\"", "\"\\ud800\"",
    "\"\\ud800\\u0041\"", "\"\n\"", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "{\"a\":1,}", "[", "{",
    "1 2", "1e10000", "\u{FEFF}1", "NaN",
  ])
  func `what is no JSON is refused with its place`(text: String) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: text) }
    #expect(fault.map { 0...text.utf8.count ~= $0.offset } == true)
  }

  @Test(arguments: [
    (#"{"a":1,"a":1}"#, "a", 7), (#"{"a":{"b":1},"b":[{"c":1, "c":2}]}"#, "c", 26),
    (#"{"a":1,"\u0061":2}"#, "a", 7), (#"{"":1,"":2}"#, "", 6),
    // Other readers tell them apart.
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", "\u{E9}", 8),
  ])
  func `an object that has a member twice is refused at the second`(
    text: String, name: String, offset: Int
  ) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: text) }
    #expect(fault?.offset == offset)
    #expect(fault?.expected == "no second member “\(name)”")
  }

  @Test func `objects beside each other may have the same members`() throws {
    let text = #"[{"a":{"a":1}},{"a":2}]"#
    #expect(try JSONValue(parsing: text).text == text)
  }

  @Test func `random values survive writing and reading`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let value = randomValue(&random, depth: 4)
      #expect(try JSONValue(parsing: value.text) == value)
    }
  }

  private func randomValue(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
    case 3: return JSONValue(Double.random(in: -1e9...1e9, using: &random))
    case 4: return .string(randomString(&random))
    case 5: return .array((0..<3).map { _ in randomValue(&random, depth: depth - 1) })
    default:
      let members = (0..<3).map { _ in
        (randomString(&random), randomValue(&random, depth: depth - 1))
      }
      return .object(Dictionary(members) { first, _ in first })
    }
  }

  private func randomString(_ random: inout SeededGenerator) -> String {
    let scalars = (0..<Int.random(in: 0..<6, using: &random)).compactMap { _ in
      Unicode.Scalar(UInt32.random(in: 0..<0x2FFF, using: &random))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
