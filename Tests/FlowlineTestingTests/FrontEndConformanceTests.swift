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

  @Test func `rule 23: front ends that say the same make the same journal`() {
    FrontEndConformance.expectSameJournal(of: Self.walk, through: [.direct, .eager])
  }

  @Test func `shows the line where a front end says something else`() throws {
    let trimming = FrontEnd("trimming") { walk in
      try FrontEnd.direct.script(of: walk).replacing("\"Grace\"", with: "\"grace\"")
    }
    try expectIssue(
      saying: "through “trimming” the journal of tea differs", "expected answer name \"Grace\"",
      "got      answer name \"grace\""
    ) {
      FrontEndConformance.expectSameJournal(of: Self.walk, through: [trimming])
    }
  }

  @Test func `shows a front end that stops early`() throws {
    let lazy = FrontEnd("lazy") { walk in
      String(try FrontEnd.direct.script(of: walk).dropLast(40))
    }
    try expectIssue(saying: "through “lazy”") {
      FrontEndConformance.expectSameJournal(of: Self.walk, through: [lazy])
    }
  }

  @Test func `says so where a walk does not fit its flow`() throws {
    let walk = Walk("tea", inputs: [.answer("tea", "green")]) { _ in teas }
    try expectIssue(saying: "through “direct”", "answers tea, but the flow asks tea/name") {
      FrontEndConformance.expectSameJournal(of: walk, through: [.direct])
    }
    try expectIssue(saying: "the catalogue has no flow coffee") {
      FrontEndConformance.expectSameJournal(
        of: Walk("coffee", inputs: []) { _ in teas }, through: [.direct])
    }
  }
}
