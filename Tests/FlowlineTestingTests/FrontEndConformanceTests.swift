import Flowline
import FlowlineTesting
import Testing

struct FrontEndConformanceTests {
  private static let walk = Walk(
    "tea",
    inputs: [
      .answer("name", ""), .answer("name", "Ada"), .back, .answer("name", "Grace"),
      .answer("tea", "roo"),
    ]
  ) { _ in teas }

  @Test func `rule 23: front ends that say the same make the same journal`() async {
    await FrontEndConformance.expectSameJournal(of: Self.walk, through: [.direct, .eager])
  }

  @Test(arguments: Walk.standard)
  func `rule 23: a standard walk fits its flow, through any front end`(walk: Walk) async {
    await FrontEndConformance.expectSameJournal(of: walk, through: [.direct])
  }

  @Test func `the standard walks do what people do, and end in every way`() async throws {
    var journals: [String] = []
    for walk in Walk.standard { journals.append(try await FrontEnd.direct.script(of: walk)) }
    let verbs = journals.map { journal in
      Set(journal.split(separator: "\n").map { String($0.prefix { $0 != " " }) })
    }
    let all = verbs.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(
      all.isSuperset(of: [
        "refuse", "back", "enter", "leave", "abandon", "cancel", "load", "commit", "done", "finish",
        "cancelled",
      ]))
    #expect(verbs.contains { $0.isDisjoint(with: ["finish", "cancelled"]) }, "one is left open")
    #expect(verbs.contains { $0.isSuperset(of: ["abandon", "finish"]) }, "one leaves a child only")
  }

  @Test func `shows the line where a front end says something else`() async throws {
    let trimming = FrontEnd("trimming") { walk in
      try await FrontEnd.direct.script(of: walk).replacing("\"Grace\"", with: "\"grace\"")
    }
    try await expectIssue(
      saying: "through “trimming” the journal of tea differs", "expected answer name \"Grace\"",
      "got      answer name \"grace\""
    ) {
      await FrontEndConformance.expectSameJournal(of: Self.walk, through: [trimming])
    }
  }

  @Test func `shows a front end that stops early`() async throws {
    let lazy = FrontEnd("lazy") { walk in
      String(try await FrontEnd.direct.script(of: walk).dropLast(40))
    }
    try await expectIssue(saying: "through “lazy”") {
      await FrontEndConformance.expectSameJournal(of: Self.walk, through: [lazy])
    }
  }

  @Test func `says so where a walk does not fit its flow`() async throws {
    let walk = Walk("tea", inputs: [.answer("tea", "green")]) { _ in teas }
    try await expectIssue(saying: "through “direct”", "answers tea, but the flow asks tea/name") {
      await FrontEndConformance.expectSameJournal(of: walk, through: [.direct])
    }
    try await expectIssue(saying: "the catalogue has no flow coffee") {
      await FrontEndConformance.expectSameJournal(
        of: Walk("coffee", inputs: []) { _ in teas }, through: [.direct])
    }
  }
}
