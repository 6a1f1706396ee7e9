import Testing

@testable import Flowline

/// The typed values of a session and their recorded forms, and the guard for secrets (rule 22).
struct RecordedFormsTests {
  private struct Order: Codable, Sendable, Equatable {
    var name = "tea"
    var pin = "0451-x"
  }

  private struct Broken: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws { throw StoreFailure(.closed, at: "a", "b") }
  }

  @Test func `a value that is held comes back as it was, and is encoded when it is wanted`() {
    let forms = RecordedForms()
    let payload = forms.hold(Order())
    #expect(forms.value(of: payload, as: Order.self) == Order())
    #expect(forms.value(of: payload, as: String.self) == nil)
    #expect(forms.json(of: payload) == ["name": "tea", "pin": "0451-x"])
  }

  @Test func `numbers and truths are their own recorded form`() {
    let forms = RecordedForms()
    #expect(forms.hold(7) == .json(7))
    #expect(forms.hold(true) == .json(true))
  }

  @Test func `a value without a recorded form is an error at its place`() {
    let forms = RecordedForms()
    #expect(throws: UnencodableValue.self) { try forms.record(Broken()) }
    #expect(throws: UnencodableValue.self) { try forms.encode(Broken()) }
  }

  @Test func `one that was held without is told as a finding`() {
    let forms = RecordedForms()
    let payload = forms.hold(Broken())
    #expect(forms.json(of: payload)?["unencodable"] != nil)
    #expect(forms.takeFindings().count == 1)
    #expect(forms.takeFindings().isEmpty)
  }

  @Test func `what was typed as a secret becomes the mark, wherever it comes from`() throws {
    let forms = RecordedForms()
    let number = forms.keepSecret("0451-x")
    #expect(forms.secret(number) == "0451-x")
    #expect(try forms.encode(Order()) == ["name": "tea", "pin": .redactionMark])
    #expect(forms.guarded(["a": ["0451-x"]]) == ["a": [.redactionMark]])
    #expect(forms.guarded("0451-x" as String) == "(redacted)")
    #expect(forms.takeFindings().contains(.secret))
  }

  @Test func `honest lines stay: a short secret, and a line that only holds one`() {
    let forms = RecordedForms()
    _ = forms.keepSecret("12345")
    #expect(forms.guarded("12345" as JSONValue) == "12345")
    _ = forms.keepSecret("0451-x")
    #expect(forms.guarded("pin 0451-x!" as JSONValue) == "pin 0451-x!")
  }

  @Test func `what is large is kept as its text, and is equal to the same kept otherwise`() {
    let value: JSONValue = ["list": [1, 2.5, "a\"b\u{2028}"], "secret": .redactionMark]
    let payload = Payload(recorded: value)
    guard case .text(let text) = payload else {
      Issue.record("\(payload) is not kept as its text")
      return
    }
    #expect(text.value == value && payload.json == value && payload.text == value.text)
    #expect(payload.containsMark && !payload.isMark)
    #expect(payload == .json(value) && Set([payload]).contains(.json(value)))
    #expect(payload != .json(["list": []]) && payload != .none && payload != .datum(1))
    #expect(Payload(recorded: .redactionMark).isMark)
    #expect(!Payload(recorded: ["redacted": false]).containsMark)
  }

  @Test func `a table beside another knows what that holds, and leaves nothing in it`() {
    let forms = RecordedForms()
    let order = forms.hold(Order())
    let number = forms.keepSecret("0451-x")
    let beside = RecordedForms(beside: forms)
    #expect(beside.value(of: order, as: Order.self) == Order())
    #expect(beside.json(of: order) == ["name": "tea", "pin": .redactionMark])
    #expect(beside.secret(number) == "0451-x")
    let other = beside.hold(Order(name: "milk"))
    let secret = beside.keepSecret("abcdef")
    #expect(other != order && secret != number)
    #expect(beside.value(of: other, as: Order.self)?.name == "milk")
    #expect(beside.guarded("abcdef" as JSONValue) == .redactionMark)
    #expect(forms.count == 2 && forms.value(of: other, as: Order.self) == nil)
    #expect(forms.secret(secret) == nil && forms.guarded("abcdef" as JSONValue) == "abcdef")
    #expect(forms.findings.isEmpty)
  }

  @Test func `what no entry has is forgotten, and a secret is kept out all the same`() {
    let forms = RecordedForms()
    let (kept, gone) = (forms.hold(Order()), forms.hold(Order(name: "milk")))
    let secrets = [forms.keepSecret("0451-x"), forms.keepSecret("abcdef")]
    forms.forget(allBut: [[JournalEntry(.leave, "a", in: .root, kept)]], secrets: [secrets[1]])
    #expect(forms.count == 2)
    #expect(forms.value(of: kept, as: Order.self) == Order())
    #expect(forms.value(of: gone, as: Order.self) == nil)
    #expect(forms.secret(secrets[0]) == nil && forms.secret(secrets[1]) == "abcdef")
    #expect(forms.guarded("0451-x" as JSONValue) == .redactionMark)
  }

  @Test func `entries are resolved for stores and observers`() {
    let forms = RecordedForms()
    let entry = JournalEntry(.finish, "", in: .root, forms.hold(Order()))
    #expect(forms.resolved([entry]).map(\.text) == [#"finish {"name":"tea","pin":"0451-x"}"#])
  }
}
