import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// The live tree.
struct InspectionTests {
  @Test func `the tree has each flow before its children, with what it is doing`() throws {
    let controller = FlowController()
    #expect(controller.inspection.state == .idle)
    #expect(controller.inspection.root == nil)
    controller.start(SumFlow(), .test)
    controller.answer("1")
    let inspection = controller.inspection
    #expect(inspection.flows.map(\.id) == ["sum", "product", "left"])
    #expect(inspection.flows.map(\.state) == [.running, .running, .asking])
    #expect(inspection.flows.map(\.parent) == [nil, 0, 1])
    #expect(inspection.flows.map(\.isScreen) == [false, false, true])
    let root = try #require(inspection.root)
    let product = try #require(inspection.children(of: root).first)
    #expect(product.children == [2])
    #expect(inspection.innermost.map(\.id) == ["left"])
    #expect(inspection.path(to: inspection.flows[2]) == StepPath(["sum", "product", "left"]))
    #expect(inspection.flows[2].prompt == controller.prompt)
    #expect(inspection.flows[1].shown == [1..<2])
    #expect(inspection.shown == [0..<2])
    #expect(inspection.answers == 1)
  }

  @Test func `an effect under way stands with its key, until it replies`() throws {
    let gate = Gate<Int>()
    let controller = FlowController()
    controller.start(
      ClosureFlow("pay") { try await $0.commit("save") { _ in await gate.wait() } }, .test)
    let effect = try #require(controller.inspection.effects.first)
    #expect(controller.inspection.root?.state == .working)
    #expect(effect.id == "save")
    #expect(effect.isCommit)
    #expect(controller.journal.text.contains("commit save \"\(effect.key ?? "")\""))
    gate.open(1)
    controller.waitUntilSettled()
    #expect(controller.inspection.state == .ended)
    #expect(controller.inspection.effects.isEmpty)
  }

  @Test func `a flow that was told to end is ending until its body has returned`() {
    let seen = Box<FlowInspection>()
    let controller = FlowController()
    controller.start(
      ClosureFlow("slow") { context in
        do { return try await context.run(ask()) } catch {
          seen.value = context.session.inspection
          throw error
        }
      }, .test)
    controller.terminate()
    #expect(seen.value?.flows.map(\.state) == [.ending])
    #expect(seen.value?.root?.isEnding == true)
  }

  @Test func `the answer refused last stands until its question is answered`() throws {
    let controller = FlowController()
    controller.start(ClosureFlow("two") { try await $0.run(ask("a")) + $0.run(ask("b")) }, .test)
    #expect(controller.inspection.refused == nil)
    controller.answer(" 12x")
    let refused = try #require(controller.inspection.refused)
    #expect(refused.code == .notANumber)
    #expect(refused.answer == " 12x")
    #expect(refused.range == 3..<4)
    #expect(refused.message.text == "That is not a whole number. Type digits only.")
    controller.answer("5", to: 77)
    #expect(controller.inspection.refused == refused)
    controller.answer("1")
    #expect(controller.inspection.refused == nil)
  }

  @Test func `how long flows are open goes by the clock of the drives, and back keeps it`() {
    var session = BareSession()
    session.engine.now = 1_000
    session.start()
    session.engine.now = 2_000
    let child = session.enter("child", in: session.root)
    session.engine.now = 3_000
    session.ask("a", in: child)
    session.answer(1)
    session.engine.now = 4_000
    session.ask("b", in: child)
    #expect(session.engine.tree.trunk.frames.map(\.openedAt) == [1_000, 2_000, 4_000])
    session.engine.now = 9_000
    #expect(session.engine.wentBack() == .rewound)
    session.run()
    let again = session.enter("child", in: session.root)
    _ = session.enter("a", in: again)
    #expect(session.engine.tree.trunk.frames.map(\.openedAt) == [1_000, 2_000, 9_000])
  }

  @Test func `an inspection reads and writes as JSON`() throws {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    controller.answer("x")
    let inspection = controller.inspection
    let json = try JSONValue(encoding: inspection)
    #expect(try json.decode(as: FlowInspection.self) == inspection)
    #expect(json["state"] == "asking")
  }

  /// A request may name such a path: to forget it must not take the stack of a thread for each id.
  @Test func `a path of a million ids is forgotten like any other`() {
    var path: StepPath? = StepPath(repeatElement("a", count: 1_000_000))
    let above = path?.appending("b")
    #expect(path?.count == 1_000_000)
    path = nil
    #expect(above?.id == "b")
  }

  @Test func `rule 19: ten thousand open flows can be looked at`() {
    struct Nest: Flow {
      let id: FlowID = "nest"
      let depth: Int

      func run(_ context: FlowContext) async throws -> Int {
        depth == 0
          ? try await context.run(ask()) : try await context.run(Nest(depth: depth - 1))
      }
    }
    let controller = FlowController()
    controller.start(Nest(depth: 10_000), .test)
    #expect(controller.inspection.flows.count == 10_002)
    #expect(controller.inspection.innermost.map(\.id) == ["number"])
    controller.terminate()
    expectClean(controller)
  }
}
