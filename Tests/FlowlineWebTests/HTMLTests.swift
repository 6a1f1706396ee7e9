import Testing

@testable import FlowlineWeb

/// Markup that no text can break out of.
struct HTMLTests {
  private func markup(@HTMLBuilder _ content: () -> HTML) -> String {
    String(decoding: HTML(content).bytes, as: UTF8.self)
  }

  @Test func `text stays text`() {
    let text = "<script>alert(\"1\")</script> & 'so' on"
    #expect(
      markup { Tag.p { text } }
        == "<p>&lt;script&gt;alert(\"1\")&lt;/script&gt; &amp; 'so' on</p>")
  }

  @Test func `an attribute stays an attribute`() {
    #expect(
      markup { Tag.input(.value("\" onfocus=\"x\" <b> &amp;")) }
        == "<input value=\"&quot; onfocus=&quot;x&quot; &lt;b&gt; &amp;amp;\">")
  }

  @Test(arguments: [
    ("a\u{0}b", "a\u{FFFD}b"), ("a\u{1B}[1m", "a\u{FFFD}[1m"), ("a\u{7F}", "a\u{FFFD}"),
    ("a\u{85}b", "a\u{FFFD}b"), ("é\u{A0}b", "é\u{A0}b"), ("a\tb\nc", "a\tb\nc"),
    ("a\r\nb", "a&#13;\nb"),
  ])
  func `control characters do not reach the page`(text: String, written: String) {
    #expect(markup { text } == written)
  }

  @Test func `an address keeps its fragment behind its query`() {
    let link = WebLink("/a/b?x=y#z")
    #expect(link?.withoutQuery.text == "/a/b#z")
    #expect(link?.withoutQuery.adding([("do", "show")]).text == "/a/b?do=show#z")
    for (page, isAt) in [("/a", true), ("/a/b", true), ("/a/bc", false), ("/", false)] {
      #expect(WebLink(page).flatMap { link?.isAt($0) } == isAt, "\(page)")
    }
    #expect(WebLink("/a/bc")?.isAt(WebLink(path: ["a", "b"])) == false)
  }

  @Test func `a way keeps the part of the page that it leads to`() {
    let session = WebLink(path: ["session", "1"])
    let form = PageForm(id: "f", action: session, session: session, isKept: true)
    let answers = WebLink("/session/1/answers?x=y#z").flatMap { form.sent(to: $0) }
    #expect(answers?.text == "/session/1/answers?do=show#z")
    let out = WebLink("/help#z").flatMap { form.sent(to: $0) }
    #expect(out?.text == "/session/1?do=keep&to=%2Fhelp%23z")
  }

  @Test func `an element that can hold nothing has no end`() {
    #expect(markup { Tag.br() } == "<br>")
    #expect(
      markup { Tag.input(.flag("checked", true), .flag("disabled", false)) } == "<input checked>")
  }

  @Test func `the first line break of a text area is kept`() {
    #expect(markup { Tag.textarea { "\nx" } } == "<textarea>\n\nx</textarea>")
  }

  @Test(arguments: [
    ("Elm Computers · -£5", "Elm Computers · -\u{2060}£5"), ("-€5.00", "-\u{2060}€5.00"),
    ("-5 £", "-5 £"), ("a-b", "a-b"), ("£5", "£5"),
  ])
  func `a minus stays on the line of its amount`(text: String, written: String) {
    #expect(markup { text } == written)
  }

  @Test(
    arguments: 0x202A...0x202E as ClosedRange<UInt32>, [0x2066 as UInt32, 0x2067, 0x2068, 0x2069])
  func `nothing turns the direction of the text around it`(turn: UInt32, isolate: UInt32) throws {
    let before = try Self.character(turn)
    let after = try Self.character(isolate)
    let text = "gp\(before)cba\(after) 123"
    #expect(markup { Tag.title { "£0.40 to \(text)" } } == "<title>£0.40 to gpcba 123</title>")
    #expect(
      markup { Tag.p(.ariaLabel(text)) { text } } == "<p aria-label=\"gpcba 123\">gpcba 123</p>")
    // What is in a field is sent back as it was typed.
    #expect(markup { Tag.input(.value(text)) } == "<input value=\"\(text)\">")
    #expect(markup { Tag.textarea { text } } == "<textarea>\n\(text)</textarea>")
  }

  private static func character(_ number: UInt32) throws -> Character {
    Character(try #require(Unicode.Scalar(number)))
  }

  @Test(arguments: ["“Łódź” – 5 €", "שלום \u{200F}5", "👩\u{200D}🚀", "a\u{200E}b"])
  func `letters, signs and marks beside them stay`(text: String) {
    #expect(markup { text } == text)
  }

  @Test func `what is sent back is written as it is`() {
    #expect(markup { Tag.textarea { "-£5" } } == "<textarea>\n-£5</textarea>")
    #expect(markup { Tag.input(.value("-£5")) } == "<input value=\"-£5\">")
  }

  @Test func `a document begins with its type`() {
    let bytes = HTML { Tag.html { "" } }.document
    #expect(String(decoding: bytes, as: UTF8.self) == "<!DOCTYPE html>\n<html></html>\n")
  }

  @Test(arguments: [
    (["sessions", "a/b", "é"], "/sessions/a%2Fb/%C3%A9"), ([".."], "/%2E%2E"), ([], "/"),
    (["a b?c#d", ""], "/a%20b%3Fc%23d/"),
  ])
  func `parts of an address are escaped`(path: [String], text: String) {
    #expect(WebLink(path: path).text == text)
  }

  @Test(arguments: [
    "javascript:alert(1)", "//evil.example", "http://a.example", "data:text/html,x", "/a b",
    "https://", "\\\\evil", "/\\evil", "", "a", "/a\"b", "http://localhost.evil.example",
    "http://127.0.0.1@evil.example/", "http://127.0.0.1:80@evil.example/", "http://127.0.0.10/",
  ])
  func `an address that leads to a program or elsewhere is none`(text: String) {
    #expect(WebLink(text) == nil)
  }

  @Test(arguments: [
    "/style.css", "https://bank.example/help?x=1#y", "http://127.0.0.1", "http://localhost/a",
    "http://127.0.0.1:8400/v2/approve_app?state=x",
  ])
  func `an address of our own, or that is encrypted, is one`(text: String) {
    #expect(WebLink(text)?.text == text)
  }
}
