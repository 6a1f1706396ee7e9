import Bank
import BankFlows
import FlowTestSupport
import Flowline
import FlowlineTesting
import FoundationEssentials
import SampleBank
import Testing

/// The variants of `create-goal`: nobody who is asked one question at a time can tell them apart.
struct ParityTests {
  private static func catalog(
    asksInTurn: Bool = false, in environment: FlowEnvironment = World.environment("en_GB")
  ) throws -> FlowCatalog {
    BankFlows.catalog(bank: try SampleBank.make(in: environment), asksInTurn: asksInTurn)
  }

  @Test(arguments: try ScriptCase.all(in: "../../Flows/Bank/CreateGoal/Scripts"))
  func `a goal is made in the same way on one page and by questions in turn`(script: ScriptCase) {
    script.expectParity(between: "create-goal", and: "create-goal-in-turn") {
      try Self.catalog(in: $0)
    }
  }

  @Test func `only a front end that draws pages sees a difference`() throws {
    for asksInTurn in [false, true] {
      let controller = FlowController()
      let entry = try #require(try Self.catalog(asksInTurn: asksInTurn)["create-goal"])
      #expect(entry.variants == ["create-goal", "create-goal-in-turn"])
      try entry.start(
        in: controller, SessionOptions(environment: World.environment("en_GB")))
      controller.answer("personal")
      #expect(controller.prompt?.path.description == "create-goal/name")
      #expect(controller.prompt?.trail.map(\.text) == ["create goal", "name"])
      #expect((controller.prompt?.form == nil) == asksInTurn)
      #expect(controller.journal.head.variant == (asksInTurn ? "create-goal-in-turn" : nil))
      controller.terminate()
    }
  }

  @Test func `a session from before there were variants stays what it was`() throws {
    let old = FlowController()
    let world = SessionOptions(environment: World.environment("en_GB"))
    try #require(try Self.catalog()["create-goal"]).start(in: old, world)
    old.answer("personal")
    let journal = old.journal
    old.terminate()
    #expect(!journal.text.contains("variant"))
    let controller = FlowController()
    let entry = try #require(try Self.catalog(asksInTurn: true)["create-goal"])
    try entry.start(in: controller, SessionOptions(journal: journal))
    #expect(controller.prompt?.form != nil)
    #expect(controller.journal.text == journal.text)
    controller.terminate()
  }
}
