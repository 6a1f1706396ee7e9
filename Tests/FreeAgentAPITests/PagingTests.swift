import FreeAgentAPI
import ServiceBasics
import TestSupport
import Testing

struct PagingTests {
  @Test(arguments: [
    (
      #"<https://a/v2/x?page=2>; rel="next", <https://a/v2/x?page=9>; rel="last""#,
      FreeAgent.PageLinks(next: "https://a/v2/x?page=2", last: "https://a/v2/x?page=9")
    ),
    (
      // As clients have written it down from answers of the service.
      "<https://a/v2/x?page=708&per_page=100>; rel='last', <https://a/v2/x?page=2>; rel='next'",
      FreeAgent.PageLinks(
        next: "https://a/v2/x?page=2", last: "https://a/v2/x?page=708&per_page=100")
    ),
    (#"<u1>;rel='prev',<u2>; rel=next"#, FreeAgent.PageLinks(previous: "u1", next: "u2")),
    (#"<u1>; rel='prev first'"#, FreeAgent.PageLinks(previous: "u1", first: "u1")),
    (#"<u1>; title='a, b; "c"'; rel="next""#, FreeAgent.PageLinks(next: "u1")),
    (#"<u1>; title="it's"; rel='next'"#, FreeAgent.PageLinks(next: "u1")),
    ("<u1>; rel='next", FreeAgent.PageLinks(next: "u1")),
    (#"<u1>; rel="prev first""#, FreeAgent.PageLinks(previous: "u1", first: "u1")),
    (#"<u,1>; title="a, b; rel=x"; rel="next""#, FreeAgent.PageLinks(next: "u,1")),
    (#"<u1>; REL="Next""#, FreeAgent.PageLinks(next: "u1")),
    (#"<u1>; rel="next"; rel="prev""#, FreeAgent.PageLinks(next: "u1")),
    (#"<u1>; rel="next", <u2>; rel="next""#, FreeAgent.PageLinks(next: "u1")),
    (#"<u1>; title="\"next\""; rel="last""#, FreeAgent.PageLinks(last: "u1")),
    (#" , <u1> ; rel = "next" , "#, FreeAgent.PageLinks(next: "u1")),
    ("<u1>", FreeAgent.PageLinks()), (#"<u1; rel="next""#, FreeAgent.PageLinks()),
    (#"u1; rel="next""#, FreeAgent.PageLinks()), ("", FreeAgent.PageLinks()),
    (#"<u1>; rel="#, FreeAgent.PageLinks()), (#"<u1>; rel="next"#, FreeAgent.PageLinks(next: "u1")),
  ])
  func `a header says how a list goes on`(header: String, links: FreeAgent.PageLinks) {
    #expect(FreeAgent.PageLinks(link: header, total: nil) == links)
  }

  @Test(arguments: [
    ("320", 320), ("0", 0), ("4294967295", 4_294_967_295), ("4294967296", nil),
    ("9223372036854775807", nil), ("-1", nil), ("many", nil), ("", nil), (nil, nil),
  ])
  func `a header says how many there are`(header: String?, total: Int?) {
    #expect(FreeAgent.PageLinks(link: nil, total: header).total == total)
  }

  @Test(arguments: [
    (1, 0, nil, nil, nil), (1, 25, nil, nil, nil), (1, 26, nil, 2, 2), (2, 26, 1, nil, nil),
    (2, 100, 1, 3, 4), (4, 100, 3, nil, nil), (5, 100, 4, nil, nil), (9, 100, nil, nil, nil),
  ])
  func `a server's links are those that a client reads`(
    page: Int, total: Int, previous: Int?, next: Int?, last: Int?
  ) throws {
    let query = [
      FormItem("view", "open & due"), FormItem("page", "7"),
      FormItem("per_page", "7"),
    ]
    let links = FreeAgent.PageLinks(
      FreeAgent.PageRequest(page, size: 25), total: total, at: "https://a/v2/invoices", query: query
    )
    func address(_ page: Int?) -> String? {
      page.map { "https://a/v2/invoices?view=open%20%26%20due&page=\($0)&per_page=25" }
    }
    #expect(
      links
        == FreeAgent.PageLinks(
          previous: address(previous), next: address(next), first: address(page > 1 ? 1 : nil),
          last: address(last), total: total))
    #expect(FreeAgent.PageLinks(link: links.link, total: "\(total)") == links)
    // A client that knows one kind of quotes finds all links, too.
    for (quote, other) in [("'", "\""), ("\"", "'")] {
      let parts = links.link.split(separator: ", ").filter { !$0.contains(other) }
      #expect(parts.allSatisfy { $0.hasSuffix(quote) })
      #expect(
        FreeAgent.PageLinks(link: parts.joined(separator: ", "), total: "\(total)") == links)
    }
    #expect(FreeAgent.PageLinks().link.isEmpty)
  }

  @Test func `a header has its links as the service has them, and as its pages have them`() {
    let links = FreeAgent.PageLinks(
      FreeAgent.PageRequest(1, size: 1), total: 2, at: "u", query: [])
    #expect(
      links.link == """
        <u?page=2&per_page=1>; rel='last', <u?page=2&per_page=1>; rel='next', \
        <u?page=2&per_page=1>; rel="last", <u?page=2&per_page=1>; rel="next"
        """)
  }

  @Test func `a page is asked for within bounds`() {
    #expect(FreeAgent.PageRequest(0, size: 0).query.map(\.value) == ["1", "1"])
    #expect(FreeAgent.PageRequest(3, size: 500).query.map(\.value) == ["3", "100"])
    #expect(FreeAgent.PageRequest(query: []) == FreeAgent.PageRequest(1, size: 25))
    let page = FreeAgent.PageRequest(4, size: 30)
    #expect(FreeAgent.PageRequest(query: page.query) == page)
    #expect(page.next == FreeAgent.PageRequest(5, size: 30))
    #expect(
      FreeAgent.PageRequest(query: [FormItem("page", "x")]) == .init(1, size: 25))
  }

  @Test(arguments: SeededNumbers.seeds)
  func `no header however odd stops the reading`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<2_000 {
      let parts = ["<", ">", ";", ",", "\"", "'", "\\", " ", "=", "rel", "next", "u", "é", "\t"]
      let header = (0..<random.below(30)).map { _ in random.pick(parts) }.joined()
      let links = FreeAgent.PageLinks(link: header, total: header)
      #expect(links.total == nil)
    }
  }
}
