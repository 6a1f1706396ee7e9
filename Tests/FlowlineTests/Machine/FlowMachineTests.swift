import Testing

@testable import Flowline

/// The machine by itself: no controller, no body, no concurrency.
struct FlowMachineTests {
  private func makeMachine() -> FlowMachine {
    FlowMachine(
      head: Journal.Head(flow: "root", version: 1, session: .nilUUID, environment: .test))
  }

  private let number = PromptOutline(kind: "number")

  @Test func `before anything was started, nothing may happen`() {
    var machine = makeMachine()
    #expect(machine.state == .idle)
    #expect(machine.answerRefusal(for: nil) == .notRunning)
    #expect(machine.cancelled(.user) == .refused(.notRunning))
    #expect(machine.gone(nil) == .refused(.notRunning))
    #expect(machine.terminated(.terminated) == .refused(.notRunning))
    #expect(machine.wentBack() == .refused(.notRunning))
  }

  @Test func `a screen is asked, answered and left`() throws {
    var machine = makeMachine()
    let root = machine.started(title: "root")
    let screen = try enter(&machine, "a", in: root)
    #expect(machine.asked(by: screen, number) == .present(0, draft: nil))
    #expect(machine.state == .asking(presentation: 0))
    machine.refused("x", .notANumber)
    #expect(machine.state == .asking(presentation: 0))
    machine.answered(5, isSkippedByBack: false)
    #expect(machine.state == .running)
    #expect(machine.left(screen, .finished(.none))?.verdict == .asReturned)
    #expect(machine.journal.entries.map(\.verb) == [.refuse, .answer])
    let end = machine.left(root, .finished(.json(5)))
    #expect(end?.presentations == 0..<1)
    #expect(machine.state == .ended)
    let again = machine.left(root, .finished(.json(6)))
    #expect(again == nil)
  }

  @Test func `a flow that is being left may do nothing, and is held when it does not stop`() throws
  {
    var machine = makeMachine()
    let root = machine.started(title: "root")
    let child = try enter(&machine, "child", in: root)
    #expect(machine.cancelled(.user) == .unwind)
    for _ in 0..<FlowMachine.callsAllowedAfterEnd {
      #expect(machine.hindrance(for: child) == .leave(.user))
    }
    #expect(machine.hindrance(for: child) == .hold)
    #expect(machine.hindrance(for: child) == .hold)
    #expect(machine.diagnostics.map(\.code) == [.ignoredEnd])
  }

  @Test func `a commit under way can be neither left nor gone back from, only terminated`() {
    var machine = makeMachine()
    let root = machine.started(title: "root")
    guard
      case .perform(let effect, _) = machine.effectBegan(
        "pay", isCommit: true, of: .none, by: root)
    else {
      Issue.record("not performed")
      return
    }
    #expect(machine.cancelled(.user) == .refused(.committing))
    #expect(machine.gone(nil) == .refused(.committing))
    #expect(machine.wentBack() == .refused(.committing))
    #expect(machine.terminated(.terminated) == .unwind)
    let isAwaited = machine.effectReplied(effect, .value(.none))
    #expect(!isAwaited)
    #expect(machine.diagnostics.map(\.code) == [.lateReply])
  }

  @Test func `keys follow from the session and the commit, and never from anything else`() {
    func keys(_ session: Int) -> [String] {
      (0..<3).map {
        IdempotencyKey(session: .init(seed: .nilUUID, "test", session), commit: $0).description
      }
    }
    #expect(keys(1) == keys(1))
    #expect(Set(keys(1) + keys(2)).count == 6)
    for key in keys(1) {
      #expect(
        key.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
          != nil)
    }
  }

  @Test func `a set of presentations gives each back once`() {
    var set = PresentationSet()
    for presentation in [0, 1, 2, 5, 6, 9] { set.insert(presentation) }
    #expect(set.ranges == [0..<3, 5..<7, 9..<10])
    #expect(set.remove(1..<6) == [1..<3, 5..<6])
    #expect(set.ranges == [0..<1, 6..<7, 9..<10])
    #expect(set.remove(1..<6).isEmpty)
    #expect(set.remove(0..<100) == [0..<1, 6..<7, 9..<10])
    #expect(set.ranges.isEmpty)
  }

  private func enter(
    _ machine: inout FlowMachine, _ id: StepID, in parent: Frame.ID
  ) throws -> Frame.ID {
    guard case .run(let frame, _) = machine.entered(id, version: 1, title: "", in: parent) else {
      throw FlowMisuse.notInnermost
    }
    return frame
  }
}
