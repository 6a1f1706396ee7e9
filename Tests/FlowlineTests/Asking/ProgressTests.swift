import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Where a question stands among those of its session.
struct ProgressTests {
  private struct Counted: Flow {
    let id: FlowID
    var steps: ClosedRange<Int>?
    let body: @Sendable (FlowContext) async throws -> Void

    func run(_ context: FlowContext) async throws -> Int {
      try await body(context)
      return 0
    }
  }

  private func start(_ flow: some Flow) -> FlowController {
    let controller = FlowController()
    controller.start(flow, .test)
    return controller
  }

  private func places(_ controller: FlowController, answering count: Int) -> [StepProgress?] {
    var places = [controller.prompt?.progress]
    for _ in 0..<count {
      controller.answer("1")
      places.append(controller.prompt?.progress)
    }
    return places
  }

  @Test func `counts the answers that stand, whatever the flow says`() {
    let controller = start(
      Counted(id: "flow") { context in
        for _ in 0..<3 { _ = try await context.run(ask()) }
      })
    #expect(places(controller, answering: 2).map(\.?.number) == [1, 2, 3])
    #expect(controller.prompt?.progress?.total == nil)
    controller.back()
    #expect(controller.prompt?.progress?.number == 2)
  }

  @Test func `tells how many there are, and nothing where the flow goes on longer than it said`() {
    let controller = start(
      Counted(id: "flow", steps: 2...3) { context in
        for _ in 0..<4 { _ = try await context.run(ask()) }
      })
    #expect(
      places(controller, answering: 3) == [
        StepProgress(number: 1, total: 2...3), StepProgress(number: 2, total: 2...3),
        StepProgress(number: 3, total: 3...3), StepProgress(number: 4, total: nil),
      ])
  }

  @Test func `is tightened by what a flow says on its way, and by what its children have left`() {
    let child = Counted(id: "child", steps: 3...3) { context in
      for _ in 0..<3 { _ = try await context.run(ask()) }
    }
    let controller = start(
      Counted(id: "flow", steps: 2...6) { context in
        if try await context.run(ask()) == 0 { context.expect(1...1) }
        _ = try await context.run(child)
        context.expect(1...1)
        _ = try await context.run(ask())
      })
    #expect(
      places(controller, answering: 4).map(\.?.total) == [2...6, 4...6, 4...6, 4...6, 5...5])
    #expect(controller.prompt?.progress?.number == 5)
    for _ in 0..<4 { controller.back() }
    controller.answer("0")
    // The flow said one, its child knows of three: what cannot be is not told.
    #expect(controller.prompt?.progress == StepProgress(number: 2, total: nil))
  }

  @Test func `a child alone says nothing of the whole`() {
    let child = Counted(id: "child", steps: 2...2) { context in
      for _ in 0..<2 { _ = try await context.run(ask()) }
    }
    let controller = start(Counted(id: "flow") { _ = try await $0.run(child) })
    #expect(controller.prompt?.progress == StepProgress(number: 1, total: nil))
  }

  @Test func `a mapped, a renamed and a guarded flow say what the flow says`() {
    let flow = Counted(id: "flow", steps: 1...2) { _ = try await $0.run(ask()) }
    #expect(flow.map { $0 + 1 }.steps == 1...2)
    #expect(flow.named("other").steps == 1...2)
    let refusal = Refusal("no", "No.")
    let open = FlowGuard("open", otherwise: refusal) { true }
    #expect(flow.guarded(by: open).steps == 1...2)
    #expect(flow.guarded(by: open.remedied(by: flow)).steps == 1...4)
    let silent = Counted(id: "silent") { _ in }
    #expect(flow.guarded(by: open.remedied(by: silent)).steps == nil)
  }

  @Test func `children at once are counted together, under what the flow that runs them said`() {
    let child = { @Sendable (id: FlowID) in
      Counted(id: id, steps: 2...2) { context in
        for _ in 0..<2 { _ = try await context.run(ask()) }
      }
    }
    let controller = start(
      Counted(id: "flow", steps: 4...5) { context in
        _ = try await context.all(child("a"), child("b"))
      })
    for number in 1...4 {
      let total = max(4, number)...5
      #expect(
        controller.prompts.allSatisfy {
          $0.progress == StepProgress(number: number, total: total)
        })
      let last = controller.prompts.last
      #expect(last != nil)
      controller.answer("1", to: last?.presentation)
    }
    #expect(controller.inspection.state == .ended)
  }

  @Test func `ranges as wide as numbers go do no harm`() {
    let controller = start(
      Counted(id: "flow", steps: Int.min...Int.max) { context in
        for _ in 0..<2 { _ = try await context.run(ask()) }
      })
    #expect(
      places(controller, answering: 1).map(\.?.total) == [1...Int.max, 2...Int.max])
  }

  @Test func `travels as JSON`() throws {
    for total in [2...3, nil] as [ClosedRange<Int>?] {
      let progress = StepProgress(number: 2, total: total)
      let json = try JSONValue(encoding: progress)
      #expect(try json.decode(as: StepProgress.self) == progress)
    }
  }

  // MARK: - Any flow

  @Test(arguments: 0..<(runsLongTests ? 300 : 60 as UInt64))
  func `where flows are honest, the last question's number lies within what every prompt said`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let flow = HonestFlow.make("root", depth: 3, using: &random)
    let controller = start(flow)
    var said: [StepProgress] = []
    var answers = 0
    while let prompt = controller.prompt {
      let progress = try #require(prompt.progress)
      #expect(progress.number == answers + 1)
      // What was said on a way that was not gone does not count.
      said.removeAll { $0.number >= progress.number }
      said.append(progress)
      let again = try rebuilt(flow, from: controller.journal.text)
      #expect(again.prompt?.progress == progress)
      if answers > 0, Int.random(in: 0..<5, using: &random) == 0 {
        controller.back()
        answers -= 1
      } else {
        controller.answer(.json(.integer(Int64.random(in: 0...9, using: &random))))
        answers += 1
      }
    }
    #expect(controller.inspection.state == .ended)
    for progress in said {
      if let total = progress.total {
        #expect(total.contains(answers), "\(progress) of \(answers)")
      }
      if flow.steps != nil { #expect(progress.total != nil) }
    }
  }
}

/// A random flow that knows how many questions it can have.
private struct HonestFlow: Flow {
  indirect enum Part: Sendable {
    case ask
    case fork(even: [Part], odd: [Part])
    case run(HonestFlow)
  }

  let id: FlowID
  let parts: [Part]
  /// Whether it says how many questions it has, and before which parts it says so again.
  let says: Bool
  let refinements: Set<Int>

  var steps: ClosedRange<Int>? { says ? Self.range(of: parts[...]) : nil }

  static func make(
    _ id: FlowID, depth: Int, using random: inout SeededGenerator
  ) -> HonestFlow {
    let parts = makeParts(depth: depth, using: &random)
    return HonestFlow(
      id: id, parts: parts, says: Int.random(in: 0..<4, using: &random) > 0,
      refinements: Set(parts.indices.filter { _ in Bool.random(using: &random) }))
  }

  private static func makeParts(depth: Int, using random: inout SeededGenerator) -> [Part] {
    (0..<Int.random(in: 1...4, using: &random)).map { index in
      switch Int.random(in: 0..<(depth > 0 ? 5 : 2), using: &random) {
      case 2:
        .fork(
          even: makeParts(depth: depth - 1, using: &random),
          odd: makeParts(depth: depth - 1, using: &random))
      case 3, 4: .run(make(StepID("flow-\(depth)-\(index)"), depth: depth - 1, using: &random))
      default: .ask
      }
    }
  }

  private static func range(of parts: ArraySlice<Part>) -> ClosedRange<Int> {
    parts.reduce(0...0) { sum, part in
      let more: ClosedRange<Int> =
        switch part {
        case .ask: 1...1
        case .run(let child): range(of: child.parts[...])
        case .fork(let even, let odd):
          min(
            range(of: even[...]).lowerBound, range(of: odd[...]).lowerBound)...max(
              range(of: even[...]).upperBound, range(of: odd[...]).upperBound)
        }
      return sum.lowerBound + more.lowerBound...sum.upperBound + more.upperBound
    }
  }

  func run(_ context: FlowContext) async throws -> Int {
    var last = 0
    for index in parts.indices {
      if refinements.contains(index) { context.expect(Self.range(of: parts[index...])) }
      try await perform(parts[index], &last, context)
    }
    return last
  }

  private func perform(_ part: Part, _ last: inout Int, _ context: FlowContext) async throws {
    switch part {
    case .ask: last = try await context.run(Flowline.NumberScreen("number", "?", in: 0...9))
    case .run(let child): last = try await context.run(child)
    case .fork(let even, let odd):
      for part in last.isMultiple(of: 2) ? even : odd { try await perform(part, &last, context) }
    }
  }
}
