import Testing

@testable import Flowline

/// Long sequences of random events, legal and not, with the machine's invariants after each.
struct RandomEventTests {
  @Test(arguments: 0..<60)
  func `no sequence of events breaks an invariant`(seed: UInt64) {
    var walk = RandomWalk(seed: seed)
    for step in 0..<1500 {
      let event = walk.act()
      if let broken = walk.brokenInvariant() {
        Issue.record("seed \(seed), event \(step) (\(event)): \(broken)")
        return
      }
    }
    #expect(walk.starts > 1, "a walk that never ends and starts again proves little")
  }
}

/// Drives a machine as a shell with misbehaving bodies would.
private struct RandomWalk: ~Copyable {
  private var machine = FlowMachine(
    head: Journal.Head(flow: "root", version: 1, session: .nilUUID, environment: .test))
  private var random: SeededGenerator
  private var known: [Frame.ID] = []
  private var effects: [FlowMachine.Effect] = []
  private var outcomes: [Frame.ID: Int] = [:]
  private var opened: Set<Frame.ID> = []
  private(set) var starts = 0
  private var problem: String?
  private let outline = PromptOutline(kind: "number")

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A frame to act on: mostly the innermost, sometimes any that ever was.
  private mutating func pick() -> Frame.ID? {
    if Int.random(in: 0..<10, using: &random) > 1, let last = machine.frames.last { return last.id }
    return known.randomElement(using: &random)
  }

  mutating func act() -> String {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<2: return start()
    case 2..<7: return enter()
    case 7..<11: return ask()
    case 11..<15: return answer()
    case 15..<18: return effect()
    case 18..<21: return leave()
    case 21: return back()
    case 22: return end()
    default:
      machine.refused("x", .notANumber)
      return "refused"
    }
  }

  private mutating func start() -> String {
    guard machine.state == .idle || machine.state == .ended else { return "no start" }
    _ = machine.restart(
      head: Journal.Head(flow: "root", version: 1, session: .nilUUID, environment: .test),
      replaying: Tape(), effects: nil)
    starts += 1
    open(machine.started(title: ""))
    return "start"
  }

  private mutating func open(_ id: Frame.ID) {
    if !opened.insert(id).inserted { problem = "frame \(id) was opened twice" }
    known.append(id)
  }

  private mutating func enter() -> String {
    guard let parent = pick() else { return "nothing" }
    let isInnermost = machine.frames.last?.id == parent
    let before = machine.frames.count
    switch machine.entered("child", version: 1, title: "", in: parent) {
    case .run(let id, _):
      if !isInnermost { problem = "a flow that is not innermost ran a child" }
      open(id)
    case .hindered:
      if machine.frames.count != before { problem = "a hindered child was opened" }
    }
    return "enter"
  }

  private mutating func ask() -> String {
    guard let frame = pick() else { return "nothing" }
    let isInnermost = machine.frames.last?.id == frame
    if case .present = machine.asked(by: frame, outline), !isInnermost {
      problem = "a flow that is not innermost asked"
    }
    return "ask"
  }

  private mutating func answer() -> String {
    guard machine.answerRefusal(for: nil) == nil else {
      let before = machine.journal.entries.count
      machine.answered(1, isSkippedByBack: false)
      if machine.journal.entries.count != before {
        problem = "an answer nobody asked for was taken"
      }
      return "answer nothing"
    }
    machine.answered(1, isSkippedByBack: Bool.random(using: &random))
    if let frame = machine.frames.last?.id, machine.frames.count > 1 {
      leave(frame, .finished(.none))
    }
    return "answer"
  }

  private mutating func effect() -> String {
    if let late = effects.randomElement(using: &random), Bool.random(using: &random) {
      let isAwaited = machine.state == .working(late)
      if machine.effectReplied(late, .value(.none)) != isAwaited {
        problem = "a reply went to a flow that did not wait for it"
      }
      return "reply"
    }
    guard let frame = pick() else { return "nothing" }
    let isCommit = Int.random(in: 0..<4, using: &random) == 0
    if case .perform(let effect, _) = machine.effectBegan(
      "effect", isCommit: isCommit, of: .none, by: frame)
    {
      if effects.contains(effect) { problem = "an effect's number was used again" }
      effects.append(effect)
    }
    return "effect"
  }

  private mutating func leave() -> String {
    guard let frame = pick() else { return "nothing" }
    leave(frame, Bool.random(using: &random) ? .finished(.none) : .cancelled(.declined))
    return "leave"
  }

  private mutating func leave(_ frame: Frame.ID, _ end: FlowMachine.BodyEnd) {
    guard let index = machine.index(of: frame) else {
      if machine.left(frame, end) != nil { problem = "a flow that was gone ended" }
      return
    }
    // What is inside goes with it, without an outcome of its own: the shell is told by a diagnostic.
    let inner = machine.frames[(index + 1)...].map(\.id)
    guard machine.left(frame, end) != nil else {
      problem = "an open flow could not end"
      return
    }
    for id in inner + [frame] { outcomes[id, default: 0] += 1 }
  }

  private mutating func back() -> String {
    let before = machine.journal.entries.count { $0.verb == .answer && !$0.isUndone }
    let open = machine.frames.map(\.id)
    guard case .rewind = machine.wentBack() else { return "no back" }
    for id in open { outcomes[id, default: 0] += 1 }
    // The shell runs the root again; bodies here answer from the tape until it is empty.
    self.open(machine.started(title: ""))
    _ = before
    return "back"
  }

  private mutating func end() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: _ = machine.cancelled(.user)
    case 1: _ = machine.gone(Int.random(in: 0...machine.presentationCount, using: &random))
    case 2: _ = machine.gone(nil)
    default: _ = machine.terminated(.terminated)
    }
    return "end"
  }

  /// What must hold at every moment; nothing where it all does.
  func brokenInvariant() -> String? {
    if let problem { return problem }
    let ids = machine.frames.map(\.id)
    if Set(ids).count != ids.count { return "a flow is open twice" }
    if ids != ids.sorted(by: { $0.number < $1.number }) {
      return "a child is older than its parent"
    }
    if outcomes.values.contains(where: { $0 != 1 }) { return "a flow had more than one outcome" }
    if ids.contains(where: { outcomes[$0] != nil }) { return "a flow with an outcome is open" }
    if let first = machine.frames.firstIndex(where: { $0.closing != nil }),
      machine.frames[first...].contains(where: { $0.closing == nil })
    {
      return "a flow is open inside one that is being left"
    }
    switch machine.state {
    case .idle, .ended:
      if !ids.isEmpty { return "flows are open in \(machine.state)" }
    case .running:
      if ids.isEmpty { return "nothing is open while running" }
    case .asking(let presentation):
      if machine.frames.last?.isScreen != true { return "what asks is no screen" }
      if machine.frames.last?.closing != nil { return "a flow that is being left asks" }
      if !machine.shown.contains(presentation) { return "the question is not on show" }
      if machine.journal.pending == nil { return "the question is not in the journal" }
    case .working:
      if machine.frames.last?.closing != nil { return "a flow that is being left works" }
    case .gathering, .waiting: return "a session without children at once waits for some"
    }
    if case .asking = machine.state {
    } else if machine.journal.pending != nil {
      return "the journal has a question that nobody asks"
    }
    return nil
  }
}
