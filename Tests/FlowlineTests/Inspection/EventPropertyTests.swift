import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Random walks: whatever a person does, the events tell a story without holes.
struct EventPropertyTests {
  @Test(arguments: 0..<30)
  func `every flow that starts ends once, inside its parent, and what is answered was asked`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let events = Events()
    let controller = FlowController()
    controller.observe(events.add)
    for _ in 0..<120 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: controller.start(SumFlow(), .test)
      case 1, 2: controller.back()
      case 3: controller.cancel()
      case 4 where seed % 3 == 0: controller.terminate()
      case 5: controller.answer("nonsense")
      default: controller.answer(controller.prompt?.kind == .confirm ? "y" : "7")
      }
      controller.waitUntilSettled()
    }
    controller.terminate()
    var story = Story()
    for event in events.all { story.hear(event) }
    #expect(story.faults.isEmpty)
    #expect(story.open.isEmpty)
    #expect(story.starts > 1, "a walk that starts once proves little")
  }

  /// Listens to events and remembers what is open by them.
  private struct Story {
    var open: [StepPath] = []
    var starts = 0
    var faults: [String] = []
    private var asked: StepPath?
    private var working: Int?

    mutating func hear(_ event: FlowEvent) {
      let parent = StepPath(event.path.ids.dropLast())
      switch event.kind {
      case .started:
        starts += 1
        if open.last ?? StepPath([]) != parent { faults.append("\(event) outside of its parent") }
        open.append(event.path)
      case .ended:
        if open.popLast() != event.path { faults.append("\(event) is not the innermost") }
        asked = nil
      case .asked:
        if open.last != parent { faults.append("\(event) by a flow that is not open") }
        asked = event.path
      case .answered, .refused(_, .answer(_?)):
        if asked != event.path { faults.append("\(event) was not asked") }
        if case .answered = event.kind { asked = nil }
      case .effect(let effect, .began):
        if open.last != parent { faults.append("\(event) by a flow that is not open") }
        working = effect.number
      case .effect(let effect, .replied):
        if working != effect.number { faults.append("\(event) never began") }
        working = nil
      case .back: asked = nil
      case .refused: break
      default: faults.append("\(event) is not expected here")
      }
    }
  }
}
