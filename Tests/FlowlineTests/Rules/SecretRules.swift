import FoundationEssentials
import Money
import Testing

@testable import Flowline

/// Secrets have a type, which nothing can print, dump, encode or compare by accident.
struct SecretRules {
  private struct Login: Codable, Equatable {
    var name = "Ada"
    var password = Secret("hunter2")
    var codes = [Secret(451)]
  }

  @Test func `rule 22: a secret is read by reveal alone`() {
    let secret = Secret("hunter2")
    #expect(secret.reveal() == "hunter2")
    #expect(secret == Secret("hunter2") && secret != Secret("hunter3"))
    #expect(Set([secret, Secret("hunter2")]).count == 1)
    var dumped = ""
    dump(Login(), to: &dumped)
    dump([secret: secret], to: &dumped)
    let login = Login()
    let texts = [
      "\(secret)", String(reflecting: secret), String(describing: Optional(secret)), "\([secret])",
      "\(login)", String(reflecting: login), dumped, "\(Mirror(reflecting: secret).children.count)",
      "\(Accepted(secret, recorded: .redactionMark))",
    ]
    for text in texts {
      #expect(!text.contains("hunter2") && !text.contains("451"), "\(text)")
    }
    #expect("\(secret)" == "<secret>")
  }

  @Test func `rule 22: the engine writes the mark, any other encoder throws`() throws {
    let recorded = try JSONValue(recording: Login())
    #expect(
      recorded.text
        == #"{"codes":[{"redacted":true}],"name":"Ada","password":{"redacted":true}}"#)
    #expect(try JSONValue(recording: Secret("hunter2")) == .redactionMark)
    let encoders: [(Login) throws -> Void] = [
      { _ = try JSONValue(encoding: $0) }, { _ = try JSONEncoder().encode($0) },
      { _ = try JSONValue(encoding: $0.password) }, { _ = try JSONEncoder().encode($0.codes) },
    ]
    for encode in encoders {
      let error = #expect(throws: EncodingError.self) { try encode(Login()) }
      let text = "\(error as Any)"
      #expect(text.contains("reveal()") && !text.contains("hunter2") && !text.contains("451"))
    }
  }

  /// Encodes what it has by an encoder of its own, as clients do.
  private struct Envelope: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(String(decoding: JSONEncoder().encode(Login()), as: UTF8.self))
    }
  }

  @Test func `rule 22: an encoder within the engine's own throws, too`() {
    #expect(throws: EncodingError.self) { try JSONValue(recording: Envelope()) }
  }

  @Test func `rule 22: no secret is read from a record`() throws {
    let mark = try JSONValue(recording: Login())
    let error = #expect(throws: DecodingError.self) { try mark.decode(as: Login.self) }
    #expect("\(error as Any)".contains("asked for again"))
    let plain = try JSONValue(parsing: #"{"name":"Ada","password":"hunter2","codes":[]}"#)
    let other = #expect(throws: DecodingError.self) { try plain.decode(as: Login.self) }
    #expect(!"\(other as Any)".contains("hunter2"))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Secret<String>.self, from: Data(#"{"redacted":true}"#.utf8))
    }
  }

  @Test(arguments: [
    (#"{"redacted":true}"#, true), (#"[1,{"a":[{"b":{"redacted":true}}]}]"#, true),
    (#"{"redacted":false}"#, false), (#"{"redacted":true,"b":1}"#, false), ("true", false),
    (#"{"redacted":{"redacted":true}}"#, true), (#"["redacted",true]"#, false),
  ])
  func `rule 22: a mark is found, however deep`(text: String, isMarked: Bool) throws {
    #expect(try JSONValue(parsing: text).containsRedactionMark == isMarked)
  }

  @Test func `rule 22: a result that holds a secret is told by its mark`() {
    let flow = ClosureFlow("login") { context in
      ["password": try await context.run(TextScreen("password", "Password?").sensitive())]
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("hunter2")
    #expect(controller.lines.last == #"finish {"password":{"redacted":true}}"#)
  }

  // MARK: - Screens

  @Test func `rule 22: a sensitive screen tells nothing but its question`() throws {
    let screen = AmountScreen(
      "amount", "How much?", in: .gbp, default: .init(minorUnits: 5, currency: .gbp)
    )
    .sensitive().label("Amount")
    #expect(screen.question.isSensitive && screen.label("x").question.isSensitive)
    let accepted = try screen.read("12.50", in: .test).get()
    #expect(accepted.value.reveal() == Money(minorUnits: 1250, currency: .gbp))
    #expect(try screen.read(.json(accepted.recorded), in: .test).get().value == accepted.value)
    #expect(screen.typed(accepted.recorded, in: .test) == nil)
    #expect(screen.echo(accepted.recorded, in: .test) == nil)
    #expect(screen.example(in: .test) == "150.00", "the default is none for a secret")
    #expect(screen.defaultAnswer != nil && screen.outline(in: .test).kind == "amount")
    var other = screen
    other.question = Question("amount", "How much?")
    #expect(other.question.isSensitive)
  }

  // MARK: - Refusals

  private static let catalog = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "weak":{"localizations":{"en":{"stringUnit":{"value":"%@ and %lld are weak: %@."}}}}}}
      """.utf8))

  private static let secret = "hunter2"

  private static let quoting: [(refusal: Refusal, redacted: String)] = [
    (Refusal("weak", "Use a digit."), "Use a digit."),
    (Refusal("weak", "\(secret) is weak."), "This answer cannot be accepted. Type another one."),
    (
      Refusal("weak", Text(verbatim: secret)), "This answer cannot be accepted. Type another one."
    ),
    (
      Refusal("weak", Text(verbatim: secret), isWarning: true),
      "This answer is unusual. Use it anyway?"
    ),
    (
      Refusal("weak", catalog("weak", .string(secret), .integer(451), .text("\(secret)"))),
      "… and … are weak: …."
    ),
    (
      Refusal("weak", catalog("weak", .decimal("451"), .day(Date()), .text("literally"))),
      "… and … are weak: literally."
    ),
    (Refusal("weak", catalog(secret)), "This answer cannot be accepted. Type another one."),
    (
      .notAChoice(secret, of: 3, nearest: "hunter3"),
      "“…” is not one of the choices. Did you mean “…”?"
    ),
    (.tooLow(least: .integer(8)), "That is too low: it must be at least 8."),
  ]

  @Test(arguments: quoting.indices)
  func `rule 22: a refusal that is handed on quotes nothing`(index: Int) {
    let (refusal, text) = Self.quoting[index]
    let redacted = Refusal(
      refusal.code, refusal.message, arguments: ["typed": "hunter2"], range: 0..<3,
      fields: ["inner": refusal], isWarning: refusal.isWarning
    ).redacted
    #expect(redacted.message.resolved(in: .test).text == text)
    #expect(redacted.fields["inner"]?.message == redacted.message)
    #expect(redacted.code == refusal.code && redacted.isWarning == refusal.isWarning)
    #expect(redacted.arguments.isEmpty && redacted.range == nil)
    #expect(redacted.redacted == redacted)
    #expect(!redacted.message.resolved(in: .russian).text.contains("hunter2"))
  }

  @Test func `texts are equal whichever way they came`() {
    #expect(Text(verbatim: "a") == "a" && "\("a")" == Text(verbatim: "a"))
    #expect(Set<Text>(["a", "\("a")", Text(verbatim: "a")]).count == 1)
  }

  @Test func `rule 22: no refusal of a sensitive screen's rules quotes what was typed`() {
    let flow = ClosureFlow("login") { context in
      try await context.run(
        TextScreen("pin", "PIN?").sensitive().refusing { pin in
          pin.reveal() == "good" ? nil : Refusal("weak", "\(pin.reveal()) is weak.")
        })
    }
    let controller = FlowController()
    controller.start(flow, .test)
    let refused = controller.answer(.text(Self.secret))
    #expect(refused.code == "weak" && !"\(refused)".contains(Self.secret))
    #expect(!"\(controller.inspection) \(controller.journal)".contains(Self.secret))
    #expect(controller.answer("good") == .accepted)
  }

  @Test func `rule 22: a form's rule that quotes a sensitive field is not heard`() {
    let form = Form("account", "A new account") { page in
      let password = page.ask(TextScreen("password", "Password?").sensitive())
      let again = page.ask(TextScreen("name", "Name?"))
      if let password, let again, password.reveal() == again {
        page.refuse("name", Refusal("same", "\(again) is the password."))
      }
      return again.map { [$0] }
    }
    let controller = FlowController()
    controller.start(form, .test)
    let filled = controller.fill(["password": "hunter2", "name": "hunter2"])
    #expect(filled.refusal?.fields["name"]?.code == "same")
    #expect(!"\(filled)".contains("hunter2"))
    controller.answer("hunter2")
    let refused = controller.answer("hunter2")
    #expect(refused.code == "same" && !"\(refused)".contains("hunter2"))
  }
}
