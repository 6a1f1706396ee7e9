import Flowline
import Testing

struct FlowCatalogTests {
  private func catalog() -> FlowCatalog {
    var catalog = FlowCatalog()
    let short: any Flow<Int> = ask().named("short")
    let long: any Flow<Int> = ProductFlow().named("long")
    catalog.add(
      "count", title: "Count", summary: "Counts", variants: [short, long],
      choosing: .languages(["ru": "long"], else: "short"))
    catalog.add(SumFlow(), summary: "Sums")
    return catalog
  }

  @Test func `flows of the same result stand in for each other, and a rule chooses`() throws {
    let controller = FlowController()
    let entry = try #require(catalog()["count"])
    try entry.start(in: controller, SessionOptions(environment: .russian))
    #expect(controller.prompt?.path.description == "count/left")
    #expect(controller.journal.text.hasPrefix("format 2\nflow count 1\nvariant long\n"))
  }

  @Test func `a replay runs the variant that the journal names, whatever the rule says`() throws {
    let text =
      "flow count 1\nvariant long\nlocale en_GB UTC\nanswer left 2\nanswer right 3\nfinish 6\n"
    let report = try ScriptReplay(Script(parsing: text), of: catalog(), or: .test).run(.recorded)
    #expect(report.mismatch == nil)
    let unknown = text.replacing("long", with: "other")
    #expect(throws: UnknownVariant.self) {
      try ScriptReplay(Script(parsing: unknown), of: catalog(), or: .test).run(.recorded)
    }
  }

  @Test func `a script of an unknown flow or a newer version is refused with what to do`() throws {
    #expect(throws: ScriptReplayFault.unknownFlow("other", known: ["count", "sum"])) {
      try ScriptReplay(Script(parsing: "flow other 1\n"), of: catalog()).run(.recorded)
    }
    #expect(throws: ScriptReplayFault.newerVersion("sum", 2, known: 1)) {
      try ScriptReplay(Script(parsing: "flow sum 2\nanswer first 1\n"), of: catalog()).run(
        .recorded)
    }
  }

  @Test func `a script that tells nothing is no test`() throws {
    #expect(throws: ScriptReplayFault.tellsNothing("sum")) {
      try ScriptReplay(Script(parsing: "flow sum 1\n"), of: catalog()).run(.recorded)
    }
  }

  @Test func `flows are offered by families, each with the name of the catalogue it comes from`() {
    var catalog = FlowCatalog(family: "Sums")
    catalog.add(SumFlow())
    var other = FlowCatalog(family: "Products")
    other.add(ProductFlow())
    catalog.add(contentsOf: other)
    catalog.add(ask("one"))
    catalog.add(contentsOf: self.catalog())
    let families = catalog.offeredFamilies.map { ($0.name, $0.entries.map(\.id)) }
    // A flow in place of another of its id is of the family of its own.
    #expect(families.map(\.0) == [nil, "Products", "Sums"])
    #expect(families.map(\.1) == [["sum", "count"], ["product"], ["one"]])
  }

  @Test func `any flow of a result can be run as a child`() {
    let children: [any Flow<Int>] = [ask("one"), ProductFlow(), ask("two").map { $0 * 100 }]
    let flow = ClosureFlow("all") { context in
      var sum = 0
      for child in children { sum += try await context.run(child) }
      return sum
    }
    let log = Log()
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("root"))
    for answer in ["1", "2", "3", "4"] { controller.answer(.text(answer)) }
    #expect(log.all.last == "root finished 407")
  }
}
