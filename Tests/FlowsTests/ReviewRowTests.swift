import FlowTestSupport
import Flowline
import Testing

/// Which rows of the bank's reviews show an answer that can be changed from there.
struct ReviewRowTests {
  /// The steps whose answers rows of the page show, in the order of the rows.
  private func steps(shownIn world: World) -> [String] {
    guard let prompt = world.controller.prompt else { return [] }
    let answers = world.controller.legalInputs.changeable(shownBy: prompt)
    return prompt.page.flatMap(\.rows).compactMap { answers[$0]?.path.id?.rawValue }
  }

  @Test func `a new goal shows all that was answered`() throws {
    let world = try World()
    try world.walk("create-goal", "personal", "Bike", "1500")
    #expect(world.step == "create-goal/confirm")
    #expect(steps(shownIn: world) == ["name", "target", "account"])
    try world.expectOrder()
  }

  @Test func `a round-up shows where the money comes from and where it goes`() throws {
    let world = try World()
    try world.walk("round-up", "personal", "this", "", "trip")
    #expect(world.step == "round-up/confirm")
    #expect(steps(shownIn: world) == ["account", "goal"])
    try world.expectOrder()
  }

  @Test func `what a flow was given is not its to change`() throws {
    let world = try World()
    try world.walk("goal", "personal", "trip", "withdraw", "20")
    #expect(world.step == "goal/withdraw/confirm")
    #expect(steps(shownIn: world) == ["amount"])
    try world.expectOrder()
  }
}
