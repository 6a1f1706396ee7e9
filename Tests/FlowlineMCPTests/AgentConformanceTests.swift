import BankFlows
import Flowline
import FlowlineTesting
import OwnScreens
import SampleBank
import Testing

/// Rule 23: the same answers make the same journal, byte for byte, from every kind of client.
struct AgentConformanceTests {
  private static func bank(_ flow: FlowID, _ inputs: [Walk.Input]) -> Walk {
    Walk(flow, inputs: inputs) { BankFlows.catalog(bank: try SampleBank.make(in: $0)) }
  }

  private static let walks = [
    bank(
      "create-goal",
      [
        .answer("account", "savings"), .answer("account", .json("personal")),
        .page(["name": "Bike", "target": "£250"]), .back,
        .page(["name": "Boat", "target": "300"]), .answer("confirm", true),
      ]),
    bank(
      "round-up",
      [
        .answer("account", "1"), .back, .answer("account", .json("personal")),
        .answer("week", .json("last")), .answer("review", true), .answer("goal", .json("new")),
        .page(["name": "Bike", "target": "£250"]), .cancel, .answer("goal", .json("trip")),
        .answer("confirm", true), .answer("receipt", true),
      ]),
    bank("create-goal", [.answer("account", .json("personal")), .cancel]),
  ]

  @Test(arguments: AgentWalk.Manner.allCases, walks.indices)
  func `rule 23: every kind of client makes the controller's journal`(
    _ manner: AgentWalk.Manner, _ number: Int
  ) async throws {
    let walk = Self.walks[number]
    let got = try await AgentWalk(walk).journal(manner)
    #expect(try got == FrontEnd.direct.script(of: walk))
  }

  @Test func `kinds of one's own are asked by forms`() async throws {
    let got = try await AgentWalk(.own).journal(.rounds)
    #expect(try got == FrontEnd.direct.script(of: .own))
  }
}
