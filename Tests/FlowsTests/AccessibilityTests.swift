import FlowTestSupport
import Flowline
import Testing

/// The names by which tools find what is on a page.
struct AccessibilityTests {
  /// The ids of a page's rows and choices, as they come.
  private func ids(_ locale: String, _ flow: FlowID, _ answers: [Answer]) throws -> [[String]] {
    let world = try World(locale: locale)
    try world.start(flow)
    var pages: [[String]] = []
    for answer in answers + [nil] {
      let prompt = try #require(world.controller.prompt)
      pages.append(
        [prompt.accessibilityID]
          + prompt.page.flatMap(\.rows).compactMap { prompt.accessibilityID(of: $0) }
          + prompt.kind.choices.map { prompt.accessibilityID(of: $0) })
      if let answer { world.answer(answer) }
    }
    let steps = world.controller.journal.answers.map(\.path.description)
    #expect(steps == pages.dropLast().map { $0[0] }, "the journal has the same names")
    try world.expectOrder()
    return pages
  }

  @Test(
    arguments: [
      ("account", ["personal"]), ("goal", ["personal", "trip"]),
      ("round-up", ["personal", "this", "", "trip"]), ("create-goal", ["personal", "Sea", "100"]),
    ] as [(FlowID, [Answer])])
  func `are the same in every language, and each of one thing`(
    flow: FlowID, answers: [Answer]
  ) throws {
    let english = try ids("en_GB", flow, answers)
    #expect(try ids("ru_RU", flow, answers) == english)
    for page in english { #expect(Set(page).count == page.count, "\(page)") }
  }

  @Test func `rows are found by their ids or their labels' keys`() throws {
    let page = try ids("en_GB", "account", ["personal"])[1]
    #expect(page.contains("account/overview/overview.row.cleared"))
    #expect(page.contains("account/overview/d0000000-0000-4000-8000-000000000001"))
    #expect(page.contains("account/overview/b0000000-0000-4000-8000-000000000201"))
    #expect(page.contains("account/overview/trip"))
  }
}
