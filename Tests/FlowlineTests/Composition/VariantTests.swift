import Testing

@testable import Flowline

/// Which of several flows runs under one id.
struct VariantTests {
  @Test func `shares of a hundred are kept, and a subject stays where it is`() {
    let rule = { (subject: String) in
      VariantRule.percentages(["new": 10, "other": 22.5, "old": 67.5], of: subject, in: "goals")
        .variant(in: .test)
    }
    var counts: [FlowID: Int] = [:]
    for number in 0..<10_000 { counts[rule("user-\(number)"), default: 0] += 1 }
    // Ten standard deviations: a sound hash never fails.
    #expect(abs((counts["new"] ?? 0) - 1000) < 300)
    #expect(abs((counts["other"] ?? 0) - 2250) < 420)
    #expect(counts.values.reduce(0, +) == 10_000)
    for number in 0..<100 { #expect(rule("user-\(number)") == rule("user-\(number)")) }
  }

  @Test(arguments: [("ada", "goals", 6452), ("ada", "payments", 7535), ("", "", 8614)])
  func `a subject's place is the same in every program`(
    subject: String, experiment: String, expected: Int
  ) {
    #expect(VariantRule.place(of: subject, in: experiment) == expected)
  }

  @Test func `raising a share moves nobody out of it`() {
    for number in 0..<2000 {
      let subject = "user-\(number)"
      let small = VariantRule.percentages(["new": 5, "old": 95], of: subject, in: "x")
      let large = VariantRule.percentages(["new": 50, "old": 50], of: subject, in: "x")
      if small.variant(in: .test) == "new" { #expect(large.variant(in: .test) == "new") }
    }
  }

  @Test func `nobody and everybody`() {
    for subject in ["a", "b", "c"] {
      #expect(
        VariantRule.percentages(["new": 0, "old": 100], of: subject, in: "x").variant(in: .test)
          == "old")
      #expect(
        VariantRule.percentages(["new": 100, "old": 0], of: subject, in: "x").variant(in: .test)
          == "new")
      #expect(
        VariantRule.percentages(["new": 0, "old": 0], of: subject, in: "x").variant(in: .test)
          == "old")
    }
  }

  @Test(arguments: [Double.nan, -Double.infinity, -1.0, Double.infinity, 1e300])
  func `a share that is not from 0 to 100 counts as the nearest that is`(share: Double) {
    let expected: FlowID = share > 100 ? "new" : "old"
    for subject in ["a", "b", "c"] {
      let rule = VariantRule.percentages(["new": share, "old": 100], of: subject, in: "x")
      #expect(rule.variant(in: .test) == expected)
    }
  }

  @Test func `by language and by flag`() {
    let languages = VariantRule.languages(["ru": "cyrillic"], else: "latin")
    #expect(
      languages.variant(in: .russian) == "cyrillic" && languages.variant(in: .test) == "latin")
    #expect(VariantRule.flag({ true }, then: "on", else: "off").variant(in: .test) == "on")
    #expect(VariantRule.flag({ false }, then: "on", else: "off").variant(in: .test) == "off")
  }

  @Test func `the choice stands in the journal and is honoured when the rule says otherwise`()
    throws
  {
    let isOn = Box<Bool>()
    isOn.value = true
    var catalog = FlowCatalog()
    catalog.add(
      "count", title: "Count", summary: "Counts",
      variants: [ProductFlow().named("old"), ask("one").named("new")],
      choosing: .flag({ isOn.value == true }, then: "new", else: "old"))
    let entry = try #require(catalog["count"])
    let controller = FlowController()
    try entry.start(in: controller, .test)
    #expect(controller.prompt?.path.description == "count")
    let journal = controller.journal
    #expect(journal.head.variant == "new")
    isOn.value = false
    let second = FlowController()
    try entry.start(in: second, SessionOptions(journal: journal))
    #expect(second.prompt?.path == controller.prompt?.path)
    let third = FlowController()
    try entry.start(in: third, .test)
    #expect(third.prompt?.id == "left")
  }

  @Test func `a variant that has the id of the offer is the one of journals without a mark`()
    throws
  {
    let isOn = Box<Bool>()
    var catalog = FlowCatalog()
    catalog.add(
      "product", variants: [ProductFlow(), ask("one").named("new", title: "New")],
      choosing: .flag({ isOn.value == true }, then: "new", else: "product"))
    let entry = try #require(catalog["product"])
    #expect(entry.variants == ["product", "new"])
    #expect(entry.title == ProductFlow().boundTitle)
    let controller = FlowController()
    try entry.start(in: controller, .test)
    #expect(controller.prompt?.id == "left")
    let journal = controller.journal
    #expect(journal.head.variant == nil)
    // The rule says otherwise by now.
    isOn.value = true
    let resumed = FlowController()
    try entry.start(in: resumed, SessionOptions(journal: journal))
    #expect(resumed.prompt?.id == "left")
    #expect(resumed.journal.text == journal.text)
    let script = try Script(parsing: journal.text + "answer left 2\n")
    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try ScriptReplay(script, of: catalog, or: .test).run(mode)
      #expect(report.mismatch == nil && report.journal.head.variant == nil, "\(mode)")
    }
    let other = FlowController()
    try entry.start(in: other, .test)
    #expect(other.prompt?.path.description == "product" && other.journal.head.variant == "new")
  }
}
