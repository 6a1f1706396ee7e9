import Days
import Testing

@testable import Flowline

struct PromptKindTests {
  private static let words = LocalizedText(key: "k", text: "A")
  private static let green = Choice(key: "green", label: LocalizedText(key: nil, text: "Green"))

  @Test(arguments: [
    (PromptKind.text(length: 1...255), #"{"least":1,"most":255,"name":"text"}"#),
    (.longText(length: 1...9), #"{"least":1,"most":9,"name":"long-text"}"#),
    (
      .decimal(fractionDigits: 2, least: "0.50", most: nil),
      #"{"fractionDigits":2,"least":"0.50","name":"decimal"}"#
    ),
    (
      .secret(length: 8...64, isRepeated: true),
      #"{"isRepeated":true,"least":8,"most":64,"name":"secret"}"#
    ),
    (.path, #"{"name":"path"}"#),
    (.number(1...9), #"{"least":1,"most":9,"name":"number"}"#),
    (.number(0...Int.max), #"{"least":0,"name":"number"}"#),
    (.number(Int.min...Int.max), #"{"name":"number"}"#),
    (
      .amount(currency: "GBP", exponent: 2, minorUnits: 1...Int64.max),
      #"{"currency":"GBP","exponent":2,"least":1,"name":"amount"}"#
    ),
    (
      .choice([green]),
      #"{"choices":[{"key":"green","label":{"text":"Green"}}],"name":"choice"}"#
    ),
    (
      .choices([green], count: 0...1),
      #"{"choices":[{"key":"green","label":{"text":"Green"}}],"least":0,"most":1,"name":"choices"}"#
    ),
    (.confirm, #"{"name":"confirm"}"#),
    (.date(first: "2026-11-20", last: nil), #"{"first":"2026-11-20","name":"date"}"#),
    (.date(first: nil, last: nil, leaning: .past), #"{"leaning":"past","name":"date"}"#),
    (.review, #"{"name":"review"}"#),
    (
      .choice([Choice(key: "a", label: words, detail: words)]),
      #"{"choices":[{"detail":{"key":"k","text":"A"},"key":"a","label":{"key":"k","text":"A"}}],"name":"choice"}"#
    ),
    (.file(types: [], size: 0...9), #"{"least":0,"most":9,"name":"file","types":[]}"#),
    (
      .file(types: [.pdf, .png], size: 1...9),
      #"{"least":1,"most":9,"name":"file","types":["application/pdf","image/png"]}"#
    ),
    (
      .custom(CustomKind("iban", accepts: words, length: 2...34, schema: ["type": "string"])),
      #"{"accepts":{"key":"k","text":"A"},"least":2,"most":34,"name":"iban","schema":{"type":"string"}}"#
    ),
  ])
  func `is an object that any program can read, and reads back the same`(
    kind: PromptKind, text: String
  ) throws {
    let json = try JSONValue(encoding: kind)
    #expect(json.text == text)
    #expect(try json.decode(as: PromptKind.self) == kind)
  }

  @Test(arguments: [
    #"{"name":"colour"}"#, #"{"name":"number","least":2,"most":1}"#, #"{"name":"choice"}"#, "{}",
    #"{"leaning":"sideways","name":"date"}"#,
  ])
  func `refuses what is no kind`(text: String) throws {
    let json = try JSONValue(parsing: text)
    #expect(throws: DecodingError.self) { try json.decode(as: PromptKind.self) }
  }
}
