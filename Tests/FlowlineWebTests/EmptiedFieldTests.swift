import Days
import Flowline
import Testing

@testable import FlowlineWeb

/// Fields that had an answer when they were shown, and were emptied.
struct EmptiedFieldTests {
  /// Asks for several things, each with a default.
  private struct LetterFlow: Flow {
    let id: FlowID = "letter"

    func run(_ context: FlowContext) async throws -> String {
      let letter = Form<String>("letter", "A letter") { page in
        let subject = page.ask(TextScreen("subject", "Subject?", default: "Invoice 6"))
        let count = page.ask(NumberScreen("count", "How many?", in: 1...9, default: 3))
        let note = page.ask(TextScreen("note", "Note?", default: "With thanks").optional())
        guard let subject, count != nil, note != nil else { return nil }
        return subject
      }
      let subject = try await context.run(letter)
      _ = try await context.run(
        DateScreen("day", "When?", default: Day(year: 2026, month: 11, day: 28)))
      _ = try await context.run(ReviewScreen("end", "The end"))
      return subject
    }
  }

  /// Offers one of several ways.
  private struct WayFlow: Flow {
    enum Way: String, Sendable, Encodable, CaseIterable { case post, courier }
    let id: FlowID = "way"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(
        Form<String>("parcel", "A parcel") { page in
          page.ask(
            ChoiceScreen("way", "How?", options: Way.allCases.map { Option($0) }, default: "post"))?
            .rawValue
        })
    }
  }

  private func body(_ stage: Stage, _ fields: KeyValuePairs<String, String>) -> PostedBody {
    var body = PostedBody(fields)
    let page = stage.asked?.prompt.pageID ?? ""
    body.fields.append(PostedBody.Field(name: FieldName.step, value: page))
    return body
  }

  @Test func `a field of a form that was emptied is empty, whatever it was shown with`() throws {
    let stage = Stage(LetterFlow())
    let asked = try #require(stage.asked)
    let names = ["field.subject", "field.count", "field.note"]
    #expect(names.map { asked.shown.value($0) } == ["Invoice 6", "3", "With thanks"])
    var emptied = body(stage, ["field.subject": "", "field.count": " ", "field.note": ""])
    // Sent again as it comes back, it is refused again.
    for _ in 0..<2 {
      let refused = try #require(try stage.post(emptied))
      #expect(refused.refusal?.messages.map(\.id.rawValue) == ["subject", "count"])
      #expect(refused.refusal?.messages.map(\.text) == ["Type an answer.", "Type an answer."])
      #expect(refused.shown.value("field.subject").isEmpty)
      emptied = body(stage, [:])
      emptied.fields += refused.shown.posted.fields
    }
    let whole = body(stage, ["field.subject": "Hello", "field.count": "2", "field.note": ""])
    #expect(try stage.post(whole) == nil)
    #expect(stage.controller.journal.answers.map(\.value) == ["Hello", 2, .null])
  }

  @Test func `a choice that was taken back is none`() throws {
    let stage = Stage(WayFlow())
    #expect(stage.asked?.shown.value("field.way") == "post")
    let refused = try #require(try stage.post(body(stage, ["shown": "way"])))
    #expect(refused.refusal?.messages.map(\.id.rawValue) == ["way"])
    #expect(try stage.post(body(stage, ["shown": "way", "field.way": "courier"])) == nil)
    #expect(stage.controller.journal.answers.map(\.value) == ["courier"])
  }

  @Test func `a question that was emptied is empty, and its three fields count`() throws {
    let stage = Stage(LetterFlow())
    // A program that leaves fields out, or says of no page that it showed them, has the defaults.
    #expect(try stage.post(PostedBody(["field.subject": "", "field.note": ""])) == nil)
    #expect(stage.controller.journal.answers.map(\.value) == ["Invoice 6", 3, .null])
    #expect(stage.asked?.shown.value("answer") == "2026-11-28")
    #expect(try stage.post(body(stage, ["answer": "", "answer/shown": "2026-11-28"])) != nil)
    let noDay = body(
      stage,
      [
        "answer": "", "answer/shown": "2026-11-28", "answer/day": "31", "answer/month": "feb",
        "answer/year": "2026",
      ])
    #expect(try stage.post(noDay) != nil)
    let other = body(
      stage,
      [
        "answer": "", "answer/shown": "2026-11-28", "answer/day": "1", "answer/month": "2",
        "answer/year": "2027",
      ])
    #expect(try stage.post(other) == nil)
    #expect(stage.controller.journal.answers.last?.value == "2027-02-01")
  }
}
