import Flowline
import FlowlineTesting
import Testing

/// What a tester finds wrong, and what it says then.
struct FlowTesterIssueTests {
  @Test func `names the step that is asked instead`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "does not ask `tea`", "it asks tea/name (text): “Who is it for?”") {
      tester.answer("tea", "green")
    }
    #expect(tester.prompt?.id == "name")
  }

  @Test func `tells why an answer was refused and what could be chosen`() throws {
    let tester = FlowTester(TeaFlow())
    tester.answer("name", "Ada")
    try expectIssue(
      saying: "`tea` refused the answer: not-a-choice", "choices: green, rooibos",
      "last refused: `tea` “black”"
    ) {
      tester.answer("tea", "black")
    }
  }

  @Test func `is not content with an answer that was to be refused`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "took the answer, it was to be refused with empty") {
      tester.expect("name", refuses: "Ada", with: .empty)
    }
  }

  @Test func `is not content with another refusal`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "was to refuse with too-long: empty (“") {
      tester.expect("name", refuses: "", with: .tooLong)
    }
  }

  @Test func `tells that the flow has ended already`() throws {
    let tester = FlowTester(TeaFlow())
    tester.cancel()
    try expectIssue(saying: "does not ask `name`", "it has ended: cancelled(") {
      tester.answer("name", "Ada")
    }
    try expectIssue(saying: "cancel was refused: not-running") { tester.cancel() }
  }

  @Test func `tells how the flow stands where it has not finished`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "has not finished", "it asks tea/name") { _ = try tester.finished() }
    try expectIssue(saying: "was not cancelled", "it asks tea/name") { _ = try tester.cancelled() }
    try expectIssue(saying: "has not failed", "it asks tea/name") { _ = try tester.failed() }
  }

  @Test func `is not content with a back that was or was not taken`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "back was refused: at-first-step") { tester.back() }
    try expectIssue(saying: "back was to be refused with committed: at-first-step") {
      tester.expectBack(refusedWith: .committed)
    }
    tester.answer("name", "Ada")
    try expectIssue(saying: "the flow went back") { tester.expectBack(refusedWith: .committed) }
    tester.answer("name", "Ada")
    try expectIssue(saying: "does not ask `tea`", "it asks tea/name") { tester.back(to: "tea") }
  }

  @Test func `rule 22: never tells what a sensitive step refused`() throws {
    let tester = FlowTester(SecretFlow())
    try expectIssue(saying: "`word` …, too-long") { tester.answer("word", "hunter2") }
    let found = issues { tester.answer("word", "hunter2") }
    #expect(found.allSatisfy { !$0.text.contains("hunter2") })
  }

  @Test func `names a world that does not exist`() throws {
    try expectIssue(saying: "“Mars” is no time zone") {
      _ = FlowTester(TeaFlow(), timeZone: "Mars")
    }
    try expectIssue(saying: "“noon” is no RFC 3339 time") {
      _ = FlowTester(TeaFlow(), now: "noon")
    }
  }
}
