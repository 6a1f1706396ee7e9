import Foundation
import Testing

@testable import Flowline

/// Summaries as stores keep them: what is written by one version is read by the next.
struct SummaryTextTests {
  private static let held = HeldEffect(
    step: StepPath(["pay"]), message: "m", text: nil, mayHaveBeenDone: true)

  private static func summary(
    _ standing: SessionSummary.Standing, first: [JSONValue] = [], isUnderWay: Bool = false,
    held: [HeldEffect] = []
  ) -> SessionSummary {
    SessionSummary(
      flow: "shop", version: 2, world: "test", started: Date(timeIntervalSince1970: 0), answers: 3,
      firstAnswers: first, standing: standing, isUnderWay: isUnderWay, held: held)
  }

  @Test(
    arguments: [
      (
        summary(.unfinished(at: StepPath(["shop", "name"]))), "",
        #""kind":"unfinished","step":["shop","name"]"#
      ),
      (
        summary(.finished(["b": 1, "a": .null])), "",
        #""kind":"finished","result":{"a":null,"b":1}"#
      ),
      (summary(.finished(.null)), "", #""kind":"finished","result":null"#),
      (summary(.cancelled(.user)), "", #""kind":"cancelled","reason":"user""#),
      (summary(.failed("no \"way\"")), "", #""kind":"failed","message":"no \"way\"""#),
      (
        summary(.damaged(ScriptFault(line: 7, expected: "a", got: "b"))), "",
        #""expected":"a","got":"b","kind":"damaged","line":7"#
      ),
      (summary(.newer(format: 3)), "", #""format":3,"kind":"newer""#),
      (summary(.newer(format: nil)), "", #""format":null,"kind":"newer""#),
      (
        summary(.unfinished(at: StepPath([])), first: [1, "x", .null]), #""first":[1,"x",null],"#,
        #""kind":"unfinished","step":[]"#
      ),
      (
        summary(.unfinished(at: StepPath([])), held: [held]),
        #""held":[{"mayHaveBeenDone":true,"message":"m","step":["pay"]}],"#,
        #""kind":"unfinished","step":[]"#
      ),
    ] as [(SessionSummary, String, String)])
  func `each has one text, whole and beside columns`(
    summary: SessionSummary, before: String, standing: String
  ) throws {
    #expect(summary.rest == "{\(before)\"standing\":{\(standing)},\"version\":2}")
    let parts = before.isEmpty ? "" : before
    let (first, held) = parts.hasPrefix("\"held") ? ("", parts) : (parts, "")
    #expect(
      summary.json.text == """
        {"answers":3,\(first)"flow":"shop",\(held)"standing":{\(standing)},\
        "started":"1970-01-01T00:00:00Z","version":2,"world":"test"}
        """)
    #expect(SessionSummary(json: try JSONValue(parsing: summary.jsonText())) == summary)
    #expect(SessionSummary(rest: summary.rest, answers: 3).standing == summary.standing)
  }

  @Test func `what is under way is told, what is not is not`() {
    let standing = SessionSummary.Standing.unfinished(at: StepPath([]))
    #expect(
      Self.summary(standing, isUnderWay: true).rest
        == #"{"standing":{"kind":"unfinished","step":[]},"underWay":true,"version":2}"#)
  }
}
