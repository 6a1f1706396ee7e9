import Flowline
import Testing

/// Parts of what forms result in: asked for, kept, shown.
struct FormPartTests {
  private struct Claim: Codable, Hashable, Sendable {
    var miles = 0
    var project: String?
    var factor: Int?
  }

  private typealias Part = FormPart<Claim>

  private static var miles: Part {
    Part(\.miles, asking: { page in page.ask(NumberScreen("miles", "Miles?")) }) {
      [Row("Miles", $0.miles)]
    }
  }

  private static var project: Part {
    Part(
      \.project, TextScreen("project", "Project?"), isRequired: false, if: { $0 != "closed" }
    ) { Row("Project", $0) }
  }

  private static var factor: Part {
    Part(\.factor, TextScreen("factor", "Factor?"), as: { Int($0) }) { Row("Factor", $0) }
  }

  private static var parts: [Part] { [miles, project, factor] }

  private static func form(asking isAsked: Bool = true, before: Claim? = nil) -> Form<Claim> {
    Form("claim", "A claim") { page in
      var claim = Claim()
      var isWhole = true
      for part in parts {
        let isThere = page.take(part, of: &claim, asking: isAsked, before: before)
        isWhole = isThere && isWhole
      }
      return isWhole ? claim : nil
    }
  }

  /// What a form comes to by these answers; nil if it asks for more.
  private func claim(_ form: Form<Claim>, _ answers: String...) -> Claim? {
    let result = Box<Claim>()
    let controller = FlowController()
    controller.start(
      form, .test,
      handler: FlowHandler { outcome, _ in
        if case .finished(let claim) = outcome { result.value = claim }
      })
    for answer in answers { controller.answer(.text(answer)) }
    if result.value == nil { controller.terminate() }
    expectClean(controller)
    return result.value
  }

  @Test func `all are on one page, and the whole is there once none lacks an answer`() {
    let controller = FlowController()
    controller.start(Self.form(), .test)
    #expect(controller.prompt?.form?.fields.map(\.id) == ["miles", "project", "factor"])
    controller.terminate()
    #expect(claim(Self.form(), "12", "Bridge") == nil)
    #expect(
      claim(Self.form(), "12", "Bridge", "3") == Claim(miles: 12, project: "Bridge", factor: 3))
  }

  @Test func `one that is not required may be left out, and so is an answer that means nothing`() {
    #expect(claim(Self.form(), "12", "", "three") == Claim(miles: 12))
  }

  @Test func `what is not asked for is kept from before, if it still fits`() {
    let before = Claim(miles: 7, project: "Bridge", factor: 2)
    #expect(claim(Self.form(asking: false, before: before)) == before)
    let closed = Claim(miles: 7, project: "closed", factor: 2)
    #expect(
      claim(Self.form(asking: false, before: closed)) == Claim(miles: 7, factor: 2))
    #expect(claim(Self.form(asking: false)) == Claim())
  }

  @Test func `a form that asks for a part and a review that shows it may capture it`() {
    let projects = [Option("bridge", "Bridge"), Option("tunnel", "Tunnel")]
    let screen = ChoiceScreen("project", "Which?", options: projects)
    let project = FormPart<Claim>(\.project, screen) { Row("Project", $0) }
    let form = Form("claim", "A claim") { page -> Claim? in
      var claim = Claim()
      return page.take(project, of: &claim) ? claim : nil
    }
    let controller = FlowController()
    controller.start(
      ClosureFlow("claims") { context in
        let claim = try await context.run(form)
        try await context.show("sure", "Sure?") { project.rows(of: claim) }
        return claim
      }, .test)
    controller.answer("tunnel")
    #expect(controller.prompt?.page.flatMap(\.rows).map { $0.value?.text } == ["Tunnel"])
    controller.answer("")
    expectClean(controller)
  }

  @Test func `a review shows those that are there`() {
    let controller = FlowController()
    controller.start(
      ClosureFlow("review") { context in
        try await context.show("sure", "Sure?") {
          Self.parts.flatMap { $0.rows(of: Claim(miles: 12, factor: 3)) }
        }
        return true
      }, .test)
    let rows = controller.prompt?.page.flatMap(\.rows) ?? []
    #expect(rows.map { "\($0.label.text) \($0.value?.text ?? "")" } == ["Miles 12", "Factor 3"])
    controller.answer("")
    expectClean(controller)
  }
}
