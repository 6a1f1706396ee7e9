import Flowline
import Testing

@testable import FlowlineWeb

/// Lists of amounts, which are drawn in columns.
struct AmountTests {
  @Test(
    arguments: [
      ("-£6.75 (pending)", "-£6.75", "(pending)"), ("£3,433.17", "£3,433.17", nil),
      ("+1\u{A0}850,00\u{A0}₽", "+1\u{A0}850,00\u{A0}₽", nil), ("US$5.00", "US$5.00", nil),
      ("GBP 5.00", "GBP 5.00", nil), ("£120.70 of £500.00", nil, nil),
      ("Thu, 26 Nov 2026", nil, nil), ("20 %", nil, nil), ("270 Computer Hardware", nil, nil),
      ("(none)", nil, nil), ("007", nil, nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func `an amount is told from other values`(value: String, amount: String?, remark: String?) {
    let read = AmountValue(value)
    #expect(read.map { String($0.amount) } == amount)
    #expect(read?.remark.map { String($0) } == remark)
  }

  @Test func `amounts are a list of their own, and a day stays on one line`() {
    let kind = Kinds.Kind("statement") {
      ReviewScreen(
        "statement", "Your statement",
        page: [
          Section(
            "November",
            rows: [
              Row("Wed, 25 Nov 2026 · Bakery", "£3.40 (pending)"),
              Row("Thu, 26 Nov 2026 · Cinema", "£12.00"),
            ]),
          Section("You", rows: [Row("Name", "Ada"), Row("Limit", "£5.00")]),
        ])
    }
    let stage = Stage(at: kind)
    let page = String(
      decoding: stage.page().page(in: stage.context).document(in: stage.context), as: UTF8.self)
    #expect(page.contains("<dl class=\"rows amounts\">") && page.contains("<dl class=\"rows\">"))
    #expect(
      page.contains(
        "<span class=\"whole\">Wed, 25 Nov 2026\u{A0}·</span> <span class=\"whole\">Bakery</span>"))
    #expect(
      page.contains("<bdi>£3.40</bdi> <span class=\"detail\"><bdi>(pending)</bdi></span></span>"))
  }
}
