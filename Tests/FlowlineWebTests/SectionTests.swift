import Flowline
import Testing

@testable import FlowlineWeb

/// Sections of pages: where the way to change what a row shows is, and where a row leads.
struct SectionTests {
  private func markup(
    _ heading: String?, _ rows: [PageRow], element: String? = nil
  ) -> String {
    let heading = heading.map { LocalizedText(key: "section", text: $0) }
    let list = SectionList(
      sections: [PageSection(heading: heading, rows: rows)],
      words: WebWords(FlowEnvironment.current.speaking("en")),
      link: { _ in WebLink(path: ["file"]) },
      change: { row in row.step.map { WebLink(path: ["change", $0.rawValue]) } }, element: element)
    return String(decoding: list.html.bytes, as: UTF8.self)
  }

  private func line(_ text: String, of step: StepID? = nil) -> PageRow {
    PageRow(label: LocalizedText(key: nil, text: text), value: nil, step: step)
  }

  private func change(_ step: String, _ name: String) -> String {
    "<a href=\"/change/\(step)\">Change<span class=\"unseen\"> \(name)</span></a>"
  }

  @Test(arguments: [["Hello,", "", "Here it is."], ["Hello,"]])
  func `a text that was typed is changed beside its heading`(lines: [String]) {
    let rows = [line(lines[0], of: "body")] + lines.dropFirst().map { line($0) }
    let text = lines.map { "<p class=\"remark\">\($0)</p>" }.joined()
    #expect(
      markup("Text", rows) == """
        <section class="section" aria-label="Text"><div class="section-head"><h2>Text</h2> \
        <span class="action">\(change("body", "Text"))</span></div>\(text)</section>
        """)
  }

  @Test func `a text among other rows is changed below it`() {
    let rows = [
      PageRow(
        label: LocalizedText(key: "to", text: "To"), value: LocalizedText(key: nil, text: "Ann")),
      line("Hello,", of: "body"), line("Bye"),
      PageRow(label: LocalizedText(key: "copy", text: "You get a copy."), value: nil, step: "copy"),
    ]
    let html = markup("E-mail", rows)
    #expect(html.contains("<h2>E-mail</h2><dl"))
    #expect(
      html.contains(
        """
        <p class="remark">Hello,</p><p class="remark">Bye</p>\
        <p class="action">\(change("body", "E-mail"))</p>
        """))
    #expect(
      html.contains(
        "You get a copy.<span class=\"action\"> \(change("copy", "You get a copy."))</span></p>"))
  }

  @Test func `a row that leads elsewhere is a link with its words`() {
    let row = PageRow(
      label: LocalizedText(key: "open", text: "Allow access"),
      value: LocalizedText(key: nil, text: "https://bank.example/allow"),
      address: "https://bank.example/allow")
    let html = markup(nil, [row])
    #expect(html.contains("href=\"https://bank.example/allow\""))
    #expect(html.contains("><bdi>Allow access</bdi></a></p>"))
    #expect(!html.contains(">https://bank.example/allow"))
  }

  private func failed(_ text: String) -> PageRow {
    PageRow(
      label: LocalizedText(key: "down", text: text), value: LocalizedText(key: nil, text: "500"),
      mark: .failure)
  }

  @Test func `a section is called what its heading says`() {
    let html = markup("Cash flow", [line("Nothing yet")], element: "part")
    #expect(
      html.hasPrefix(
        "<section class=\"section\" aria-labelledby=\"part-1\"><h2 id=\"part-1\">Cash flow</h2>"))
    #expect(!html.contains("alert"))
    let bare = markup(nil, [line("Nothing yet")], element: "part")
    #expect(bare.hasPrefix("<div class=\"section\">"), "it has nothing to be called by")
  }

  @Test func `a part that could not be had is an alert below its heading`() {
    let html = markup("Cash flow", [failed("It does not answer")])
    #expect(html.contains("<h2>Cash flow</h2><div role=\"alert\"><dl"))
    #expect(html.hasSuffix("</dl></div></section>"))
    let mixed = markup("Cash flow", [failed("It does not answer"), line("Nothing yet")])
    #expect(!mixed.contains("alert"), "it says more than what went wrong")
    #expect(!markup(nil, [failed("It does not answer")]).contains("alert"), "it is no part")
  }
}
