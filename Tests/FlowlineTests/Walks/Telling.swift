import Flowline

/// What stands of a walk's past: what the plan is fed with when it is told again.
enum PlanEvent {
  case answer(PlannedAnswer)
  /// A late effect has replied.
  case reply
  /// The open flow at a depth was left.
  case cancel(depth: Int, CancelReason)

  var answer: PlannedAnswer? {
    if case .answer(let answer) = self { answer } else { nil }
  }
}

struct PlannedAnswer {
  let good: PlannedQuestion.Good
  let question: PlannedQuestion
  let path: [StepID]
  var presentation: Int
}

/// What comes of a plan and what it is fed with, told by a plain interpreter: no machine, no
/// suspension, no journal.
struct Telling {
  enum Standing {
    case asking(PlannedQuestion, path: [StepID])
    case working(PlannedEffect, isCommit: Bool)
    case ended
  }

  /// Something that going back meets on its way.
  enum Mark {
    case enter(place: [Int])
    case answer(event: Int, place: [Int], PlannedQuestion)
    case commit
    /// A flow was left; it began at this mark.
    case cancel(enter: Int)
  }

  struct OpenFlow {
    let id: StepID
    let place: [Int]
    let hasHandler: Bool
    let mark: Int
  }

  private(set) var standing = Standing.ended
  /// The event that the standing waits for.
  private(set) var next = 0
  /// The journal's lines, without what was refused or gone back from and without keys.
  private(set) var lines: [String] = []
  /// What the handlers are told, in order.
  private(set) var news: [String] = []
  private(set) var marks: [Mark] = []
  /// The flows that have started and not ended, the root first; no screens.
  private(set) var open: [OpenFlow] = []
  private(set) var entered: Set<[Int]> = []

  private var events: [PlanEvent] = []
  private var closing: (depth: Int, reason: CancelReason)?

  init(_ plan: Plan, _ events: [PlanEvent]) {
    self.events = events
    _ = try? tell(plan, at: [], hasHandler: true)
  }

  private enum Interruption: Error {
    case suspended
    case cancelled(CancelReason)
    case failed(String, path: [StepID])
  }

  private enum Ending {
    case finished(Int)
    case cancelled(CancelReason)
    case failed(String, path: [StepID])
  }

  private var path: [StepID] { open.map(\.id) }

  // MARK: - Flows

  private mutating func tell(_ plan: Plan, at place: [Int], hasHandler: Bool) throws -> Ending {
    let depth = open.count
    if depth > 0 { lines.append("enter \(plan.id.told)") }
    if hasHandler { news.append("\(place.name) started") }
    open.append(OpenFlow(id: plan.id, place: place, hasHandler: hasHandler, mark: marks.count))
    marks.append(.enter(place: place))
    entered.insert(place)
    var ending: Ending
    do {
      var sum = 0
      try perform(plan.steps, at: place, &sum)
      ending = .finished(sum)
    } catch Interruption.cancelled(let reason) {
      ending = .cancelled(reason)
    } catch Interruption.failed(let message, let path) {
      ending = .failed(message, path: path)
    }
    if let closing { ending = .cancelled(closing.reason) }
    open.removeLast()
    if closing?.depth == depth { closing = nil }
    let isRoot = depth == 0
    switch ending {
    case .finished(let sum):
      lines.append(isRoot ? "finish \(sum)" : "leave \(plan.id.told) \(sum)")
      if hasHandler { news.append("\(place.name) finished \(sum)") }
    case .cancelled(let reason):
      lines.append((isRoot ? "cancelled" : "abandon \(plan.id.told)") + " \"\(reason.rawValue)\"")
      if hasHandler { news.append("\(place.name) cancelled \(reason)") }
    case .failed(let message, let path):
      lines.append((isRoot ? "failed" : "abandon \(plan.id.told)") + " {\"error\":\"\(message)\"}")
      if hasHandler { news.append("\(place.name) failed \(StepPath(path)): \(message)") }
    }
    return ending
  }

  private mutating func perform(_ steps: [Plan.Step], at place: [Int], _ sum: inout Int) throws {
    for (index, step) in steps.enumerated() {
      let place = place + [index]
      switch step {
      case .ask(let question): sum += try ask(question)
      case .run(let child, let hasHandler, let manner):
        sum += try run(child, at: place, hasHandler, manner)
      case .load(let effect): sum += try perform(effect, isCommit: false)
      case .commit(let effect): sum += try perform(effect, isCommit: true)
      case .fork(let even, let odd):
        let isEven = sum.isMultiple(of: 2)
        try perform(isEven ? even : odd, at: place + [isEven ? 0 : 1], &sum)
      case .fail(let message): throw Interruption.failed(message, path: path)
      case .decline: throw Interruption.cancelled(.declined)
      }
    }
  }

  private mutating func run(
    _ child: Plan, at place: [Int], _ hasHandler: Bool, _ manner: Plan.Manner
  ) throws -> Int {
    do {
      try mayAct()
      let ending = try tell(child, at: place, hasHandler: hasHandler)
      try mayAct()
      switch ending {
      case .finished(let sum): return sum
      case .cancelled(let reason): throw Interruption.cancelled(reason)
      case .failed(let message, let path): throw Interruption.failed(message, path: path)
      }
    } catch Interruption.suspended {
      throw Interruption.suspended
    } catch {
      if manner == .swallow || manner == .goOn && closing == nil { return 0 }
      throw error
    }
  }

  /// A flow that is being left may do nothing.
  private func mayAct() throws {
    if let closing { throw Interruption.cancelled(closing.reason) }
  }

  // MARK: - Steps

  private mutating func ask(_ question: PlannedQuestion) throws -> Int {
    try mayAct()
    let path = path + [question.id]
    guard case .answer(let answer)? = try takeEvent() else {
      standing = .asking(question, path: path)
      throw Interruption.suspended
    }
    marks.append(.answer(event: next, place: open[open.count - 1].place, question))
    next += 1
    let recorded = question.isSensitive ? "{\"redacted\":true}" : answer.good.recorded.text
    lines.append("answer \(question.id.told) \(recorded)")
    return question.isSensitive ? 0 : answer.good.worth
  }

  private mutating func perform(_ effect: PlannedEffect, isCommit: Bool) throws -> Int {
    try mayAct()
    if isCommit {
      lines.append("commit \(effect.id.told)")
      marks.append(.commit)
    }
    if effect.isLate {
      guard case .reply? = try takeEvent() else {
        standing = .working(effect, isCommit: isCommit)
        throw Interruption.suspended
      }
      next += 1
    }
    guard effect.fails else {
      lines.append("\(isCommit ? "done" : "load") \(effect.id.told) \(effect.value)")
      return effect.value
    }
    lines.append("fail \(effect.id.told) {\"refused\":\"\(effect.message)\"}")
    if effect.isCaught { return 0 }
    throw Interruption.failed(effect.message, path: path)
  }

  /// The next event, carried out where it is a leaving.
  private mutating func takeEvent() throws -> PlanEvent? {
    guard next < events.count else { return nil }
    guard case .cancel(let depth, let reason) = events[next] else { return events[next] }
    next += 1
    lines.append("cancel \(open[depth].id.told) \(reason.rawValue)")
    marks.append(.cancel(enter: open[depth].mark))
    closing = (depth, reason)
    throw Interruption.cancelled(reason)
  }
}

extension StepID {
  /// The name as a line has it.
  var told: String { rawValue.contains(" ") ? "\"\(rawValue)\"" : rawValue }
}
