import Days
import Foundation
import Testing

@testable import Flowline

/// A prompt as programs get it.
struct PromptJSONTests {
  private static let text = LocalizedText(key: "shop.name", text: "Name?")

  /// A prompt that has every member, or only those that each has.
  private static func prompt(whole isWhole: Bool) -> Prompt {
    func ifWhole<Value>(_ value: Value) -> Value? { isWhole ? value : nil }
    let words = LocalizedText(key: nil, text: "“words”")
    let refused = RefusedAnswer(.text("x"), .make(.stale), isSensitive: false, in: .test)
    let file = KeptFile(digest: FileDigest(of: "a".utf8), name: "a.pdf", size: 1, type: .pdf)
    let field = FormPrompt.Field(
      id: "name", kind: .confirm, question: text, page: [], help: nil, reason: nil, accepts: words,
      example: "yes", defaultText: nil, text: "no", isSensitive: false, isOptional: true,
      isAnswered: true)
    let row = PageRow(label: text, value: words, percentage: 5, mark: .shortage, id: "row")
    var prompt = Prompt(
      path: StepPath(["shop", "name"]), trail: [text, words], presentation: 7,
      kind: .choice([Choice(key: "one", label: text)]), question: text,
      page: isWhole ? [PageSection(heading: words, rows: [row])] : [],
      defaultText: ifWhole("one"), defaultAnswer: ifWhole("one"), draft: ifWhole("two"),
      draftFile: ifWhole(file), help: ifWhole(words), reason: ifWhole(words), accepts: words,
      example: ifWhole("one"), isSensitive: false, isOptional: isWhole, isMenu: true,
      backRefusal: ifWhole(.stale),
      form: ifWhole(FormPrompt(id: "page", title: text, fields: [field])),
      refused: ifWhole(refused), progress: ifWhole(StepProgress(number: 2, total: 3...4)),
      hold: ifWhole(
        PromptHold(
          storeFailure: StoreFailure(.noSpace, at: "/state", "it is full"), isCommit: true,
          mayHaveBeenDone: true, wasDone: false, message: "broken", text: "Try again.")))
    prompt.place = ifWhole(FlowPlace(number: 1, flow: "shop", title: text, style: .modal))
    prompt.purpose = ifWhole(InputPurpose.name)
    prompt.decision = ifWhole(DecisionWords(yes: text, no: words))
    return prompt
  }

  @Test(arguments: [true, false])
  func `is written as its members would be, and read again`(isWhole: Bool) throws {
    let prompt = Self.prompt(whole: isWhole)
    let json = try JSONValue(encoding: prompt)
    let written = try JSONEncoder().encode(prompt)
    #expect(try JSONValue(parsing: String(decoding: written, as: UTF8.self)) == json)
    #expect(try json.decode(as: Prompt.self) == prompt)
    #expect(try prompt.jsonText() == json.text)
  }

  private static let kinds: [PromptKind] = [
    .text(length: 1...9), .longText(length: 0...(.max)), .number(.min...(.max)), .number(-5...5),
    .decimal(fractionDigits: 2, least: "0.5", most: nil),
    .decimal(fractionDigits: 0, least: nil, most: "9"), .secret(length: 4...6, isRepeated: true),
    .amount(currency: "GBP", exponent: 2, minorUnits: 1...100), .choice([]),
    .choice([Choice(key: "one", label: text), Choice(key: "two", label: text, detail: text)]),
    .choices([Choice(key: "one", label: text)], count: 0...1), .confirm, .path, .review,
    .date(first: "2026-11-01", last: nil, leaning: .past),
    .date(first: nil, last: "2026-11-30", leaning: .future),
    .file(types: [.pdf, .png], size: 1...9),
    .file(types: [], size: 0...(.max)),
    .custom(CustomKind("iban", accepts: text, length: 1...34, schema: ["type": "string"])),
  ]

  @Test(arguments: kinds)
  func `a kind is written as it encodes, and read again`(kind: PromptKind) throws {
    let json = try kind.jsonValue()
    #expect(try JSONValue(encoding: kind) == json)
    #expect(try kind.jsonText() == json.text)
    #expect(try json.decode(as: PromptKind.self) == kind)
    let written = try JSONEncoder().encode(kind)
    #expect(try JSONValue(parsing: String(decoding: written, as: UTF8.self)) == json)
    #expect(try JSONDecoder().decode(PromptKind.self, from: written) == kind)
  }

  @Test func `a default that could not be read again is refused`() throws {
    struct DeepScreen: Screen {
      typealias Output = Bool

      var question = Question("deep", "How deep?")
      var defaultAnswer: JSONValue? {
        (0..<JSONParser.deepest).reduce(.null) { value, _ in .array([value]) }
      }
      func kind(in environment: FlowEnvironment) -> PromptKind { .confirm }
      func read(
        _ answer: Answer, in environment: FlowEnvironment
      ) -> Result<Accepted<Bool>, Refusal> {
        .success(Accepted(true, recorded: true))
      }
      func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? { nil }
    }
    let controller = FlowController()
    controller.start(ClosureFlow("shop") { try await $0.run(DeepScreen()) }, .test)
    let prompt = try #require(controller.prompt)
    #expect(throws: EncodingError.self) { try JSONValue(encoding: prompt) }
  }

  @Test func `every member is written`() throws {
    let prompt = Self.prompt(whole: true)
    guard case .object(let members) = try JSONValue(encoding: prompt) else {
      Issue.record("it is no object")
      return
    }
    #expect(
      members.keys.sorted() == Mirror(reflecting: prompt).children.compactMap(\.label).sorted())
  }
}
