import Flowline
import FlowlineSchema
import OwnScreens
import Testing

/// Kinds of questions of somebody else's.
struct OwnKindTests {
  private func prompt(of screen: some Screen, _ environment: FlowEnvironment = .test) throws
    -> Prompt
  {
    let controller = FlowController()
    controller.start(screen, SessionOptions(environment: environment))
    return try #require(controller.prompt)
  }

  @Test func `a kind is an object that any program can read, and reads back the same`() throws {
    for screen in [IBANScreen("a", "A?") as any Screen, PositionScreen("p", "P?")] {
      let kind = screen.kind(in: .test)
      let json = try JSONValue(encoding: kind)
      #expect(json["name"]?.string == kind.name)
      #expect(try json.decode(as: PromptKind.self) == kind)
      #expect(kind.base != kind && kind.base.name == "text" && kind.base.base == kind.base)
    }
    let plain = PromptKind.custom(
      CustomKind("colour", accepts: "A colour.", length: 1...7, in: .test))
    #expect(
      try JSONValue(encoding: plain).text
        == #"{"accepts":{"text":"A colour."},"least":1,"most":7,"name":"colour","#
        + #""schema":{"maxLength":7,"minLength":1,"type":"string"}}"#)
  }

  @Test(arguments: ["", "Colour", "9th", "two words", "a\u{1B}", "text", "review"])
  func `a kind has a name that a script can hold, and no other's`(name: String) throws {
    let json = JSONValue.object([
      "name": .string(name), "accepts": ["text": "A colour."], "schema": [:],
    ])
    if let kind = try? json.decode(as: PromptKind.self) { #expect(kind == kind.base) }
  }

  #if os(Linux) || os(macOS)
    @Test func `a kind with the name of one of Flowline's own cannot be made`() async {
      await #expect(processExitsWith: .failure) {
        _ = CustomKind("text", accepts: "Text.", in: .test)
      }
    }
  #endif

  @Test func `the schema is the kind's own, with the words of the question`() throws {
    let iban = try prompt(of: IBANScreen("a", "Which account?")).schema
    #expect(iban["title"] == "Which account?")
    #expect(iban["description"] == "An account number of 15 to 34 letters and digits.")
    #expect(iban["examples"] == ["GB33BUKB20201555555555"])
    #expect(try SchemaValidator.accepts("GB33BUKB20201555555555", by: iban))
    #expect(try !SchemaValidator.accepts("GB33 BUKB", by: iban))
    let position = try prompt(of: PositionScreen("p", "Where?")).schema
    #expect(position["examples"] == nil)
    #expect(try SchemaValidator.accepts(["latitude": 1, "longitude": 2], by: position))
    #expect(try !SchemaValidator.accepts(["latitude": 1], by: position))
  }

  @Test func `what is accepted follows the language, and says if it may be left out`() throws {
    let controller = FlowController()
    controller.start(IBANScreen("a", "A?").optional(), .test)
    #expect(
      controller.prompt?.accepts.text.contains("An account number of 15 to 34 letters and digits.")
        == true)
    #expect(controller.prompt?.accepts.key == "accepts.optional")
    controller.speak("ru")
    #expect(
      controller.prompt?.accepts.text.contains("Номер счёта: от 15 до 34 букв и цифр.") == true)
    #expect(try prompt(of: IBANScreen("a", "A?")).accepts.key == "iban.accepts")
  }

  @Test func `a field of a form is of such a kind, in a page and by itself`() {
    let form = Form("payee", "Whom?") { page in page.ask(IBANScreen("account", "Account?")) }
    let controller = FlowController()
    controller.start(form, .test)
    #expect(controller.prompt?.form?.fields.first?.kind.name == "iban")
    #expect(
      controller.prompt?.form?.schema["properties"]?["account"]?["pattern"] != nil)
    #expect(
      controller.fill(["account": "GB33"]).refusal?.fields["account"]?.code == .tooShort)
    #expect(controller.fill(["account": "GB33 BUKB 2020 1555 5555 55"]) == .accepted)
    #expect(controller.journal.isEnded)
  }
}
