import Flowline

/// What a session ought to be after each input: the rules of the design over a plan's telling.
struct WalkModel {
  /// A fault put into the model on purpose, to see that walks find it.
  enum Flaw: Sendable {
    case backStopsAtSkipped
    case cancelLeavesRoot
  }

  struct Presentation {
    let number: Int
    /// The flows that were open when it was shown, the root first.
    let places: [[Int]]
  }

  let plan: Plan
  let flaw: Flaw?
  private(set) var telling: Telling
  private(set) var log: [String] = []
  /// How many effects wait for leave to reply though nobody waits for them.
  private(set) var abandoned = 0
  private(set) var lateReplies = 0
  /// What was answered before going back, to be offered again.
  private(set) var drafts: [[StepID]: [JSONValue]] = [:]
  private(set) var isTerminated = false
  private(set) var presentations = 0
  /// The answer that is being checked, by its number.
  private(set) var checked: Int?
  /// Whether a check has refused the last answer to the question that waits.
  private(set) var isRefusedByCheck = false
  /// What was typed when a check was stopped.
  private(set) var stopped: String?
  private var shown: [Presentation] = []
  private var events: [PlanEvent] = []
  /// How many of the news were told.
  private var told = 0

  init(_ plan: Plan, flaw: Flaw? = nil) {
    self.plan = plan
    self.flaw = flaw
    telling = Telling(plan, [])
    retell()
  }

  var isEnded: Bool {
    if isTerminated { return true }
    if case .ended = telling.standing { return true }
    return false
  }

  var question: (question: PlannedQuestion, path: [StepID])? {
    guard !isTerminated, case .asking(let question, let path) = telling.standing else {
      return nil
    }
    return (question, path)
  }

  /// Whether the person can answer: a question waits, and no answer to it is being checked.
  var isAsking: Bool { question != nil && checked == nil }

  var effect: (effect: PlannedEffect, isCommit: Bool)? {
    guard !isTerminated, case .working(let effect, let isCommit) = telling.standing else {
      return nil
    }
    return (effect, isCommit)
  }

  // MARK: - Inputs

  /// Does what an input does.
  ///
  /// Returns why it is refused; nothing where it is accepted.
  mutating func take(_ input: WalkInput) -> Refusal.Code? {
    switch input {
    case .good(let number): return answer(number, isAcknowledged: false)
    case .acknowledged(let number): return answer(number, isAcknowledged: true)
    case .stopWaiting: return stopWaiting()
    case .speak: return isEnded ? .notRunning : nil
    case .bad(let number): return nothingAsked ?? question.map { $0.question.bad(number).code }
    case .stale: return nothingAsked ?? .stale
    case .back: return goBack()
    case .cancel:
      return leavingRefusal ?? leave(flaw == .cancelLeavesRoot ? 0 : telling.open.count - 1, .user)
    case .goneAll: return leavingRefusal ?? leave(0, .dismissed)
    case .gone(let age): return leavingRefusal ?? gone(presentations - 1 - age)
    case .terminate: return isEnded ? .notRunning : terminate()
    case .reply:
      if let number = checked.take() {
        conclude(number)
        return nil
      }
      if effect == nil { return nil }
      events.append(.reply)
      retell()
    case .lateReply:
      guard abandoned > 0 else { return nil }
      abandoned -= 1
      lateReplies += 1
    }
    return nil
  }

  private var nothingAsked: Refusal.Code? {
    isEnded ? .notRunning : question == nil ? .nothingAsked : checked != nil ? .checking : nil
  }

  private var leavingRefusal: Refusal.Code? {
    isEnded ? .notRunning : effect?.isCommit == true ? .committing : nil
  }

  private mutating func answer(_ number: Int, isAcknowledged: Bool) -> Refusal.Code? {
    if let nothingAsked { return nothingAsked }
    guard let question = question?.question else { return nil }
    if question.isDoubtful, !isAcknowledged, question.isSecond(number) { return "doubtful" }
    switch question.check {
    case .none: stand(number)
    case .atOnce: conclude(number)
    case .late: checked = number
    }
    return nil
  }

  /// A check has its verdict.
  private mutating func conclude(_ number: Int) {
    guard question?.question.isSecond(number) == true else { return stand(number) }
    presentAgain()
    isRefusedByCheck = true
  }

  /// Gives up what is under way.
  private mutating func stopWaiting() -> Refusal.Code? {
    if isEnded { return .notRunning }
    if let number = checked {
      letGoOfCheck()
      presentAgain()
      if question?.question.isSensitive == false { stopped = question?.question.good(number).typed }
      return nil
    }
    guard let effect else { return .nothingUnderWay }
    return effect.isCommit ? .committing : goBack()
  }

  private mutating func letGoOfCheck() {
    if checked.take() != nil { abandoned += 1 }
  }

  /// The question is put once more, as a presentation of its own.
  private mutating func presentAgain() {
    shown.removeAll { $0.number == presentations - 1 }
    present()
  }

  /// Takes an answer.
  private mutating func stand(_ number: Int) {
    guard let (question, path) = question else { return }
    let answer = PlannedAnswer(
      good: question.good(number), question: question, path: path,
      presentation: presentations - 1)
    events.append(.answer(answer))
    if var left = drafts[path] {
      left.removeFirst()
      drafts[path] = left.isEmpty ? nil : left
    }
    retell()
  }

  private mutating func leave(_ depth: Int, _ reason: CancelReason) -> Refusal.Code? {
    letGoOfCheck()
    if effect != nil { abandoned += 1 }
    events.append(.cancel(depth: depth, reason))
    retell()
    return nil
  }

  private mutating func gone(_ number: Int) -> Refusal.Code? {
    guard let index = shown.firstIndex(where: { $0.number == number }) else { return .stale }
    let places = shown.remove(at: index).places
    let depth = telling.open.lastIndex { places.contains($0.place) }
    return leave(depth ?? 0, .dismissed)
  }

  private mutating func terminate() -> Refusal.Code? {
    letGoOfCheck()
    if effect != nil { abandoned += 1 }
    for flow in owed {
      log.append("\(flow.place.name) cancelled terminated")
    }
    isTerminated = true
    return nil
  }

  // MARK: - Back

  private mutating func goBack() -> Refusal.Code? {
    if let leavingRefusal { return leavingRefusal }
    let target: Int
    switch backTarget {
    case .success(let event): target = event
    case .failure(let refusal): return refusal.code
    }
    letGoOfCheck()
    if effect != nil { abandoned += 1 }
    let owed = owed
    let first = events[target].answer?.presentation ?? 0
    shown.removeAll { $0.number >= first }
    keepDrafts(of: events[target...])
    events.removeSubrange(target...)
    giveSecretsAgain()
    leaveBehind(owed)
    retell()
    return nil
  }

  /// The session gives the secrets on its way again, each to a prompt that nobody is shown.
  private mutating func giveSecretsAgain() {
    for index in events.indices {
      guard case .answer(var answer) = events[index], answer.question.isSensitive else { continue }
      answer.presentation = presentations
      presentations += 1
      events[index] = .answer(answer)
    }
  }

  /// The answer that going back undoes, by its event.
  private var backTarget: Result<Int, Refusal> {
    var index = telling.marks.count - 1
    var hasPassedLeftFlow = false
    while index >= 0 {
      switch telling.marks[index] {
      case .commit: return .failure(Refusal(.committed, ""))
      case .cancel(let enter):
        // What was done outside in a flow that was left was done all the same.
        if telling.marks[enter..<index].contains(where: { $0.isCommit }) {
          return .failure(Refusal(.committed, ""))
        }
        hasPassedLeftFlow = true
        index = enter
      case .answer(_, _, let asked) where asked.isSkippedByBack && flaw != .backStopsAtSkipped:
        break
      case .answer(_, let place, let asked)
      where hasPassedLeftFlow && question?.question.id == asked.id
        && telling.open.last?.place == place:
        hasPassedLeftFlow = false
      case .answer(let event, _, _): return .success(event)
      case .enter: break
      }
      index -= 1
    }
    return .failure(Refusal(.atFirstStep, ""))
  }

  // MARK: - Telling again

  /// The flows whose handlers are owed an end, the innermost first.
  private var owed: [Telling.OpenFlow] {
    telling.open.reversed().filter(\.hasHandler)
  }

  /// Tells the plan over what stands now, shows its question and tells its handlers.
  private mutating func retell() {
    telling = Telling(plan, events)
    let news = telling.news
    for line in news[min(told, news.count)...] {
      log.append(line)
      if !line.hasSuffix("started") { closePresentations(of: line) }
    }
    told = news.count
    guard question != nil else { return }
    present()
  }

  private mutating func present() {
    isRefusedByCheck = false
    stopped = nil
    shown.append(Presentation(number: presentations, places: telling.open.map(\.place)))
    presentations += 1
  }

  /// Handlers close what their flow has on show.
  private mutating func closePresentations(of line: String) {
    shown.removeAll { $0.places.contains { line.hasPrefix($0.name + " ") } }
  }

  /// Tells the handlers of flows that are not a part of the past any more.
  private mutating func leaveBehind(_ flows: [Telling.OpenFlow]) {
    let telling = Telling(plan, events)
    for flow in flows where !telling.entered.contains(flow.place) {
      log.append("\(flow.place.name) cancelled back")
      closePresentations(of: "\(flow.place.name) ")
    }
    // What had ended and is open again starts once more.
    let before = Set(self.telling.open.map(\.place))
    for flow in telling.open where flow.hasHandler && !before.contains(flow.place) {
      log.append("\(flow.place.name) started")
    }
    told = telling.news.count
  }

  private mutating func keepDrafts(of undone: ArraySlice<PlanEvent>) {
    var kept: [[StepID]: [JSONValue]] = [:]
    for case .answer(let answer) in undone where !answer.question.isSensitive {
      kept[answer.path, default: []].append(answer.good.recorded)
    }
    drafts.merge(kept) { older, newer in newer + older }
  }
}

extension Telling.Mark {
  fileprivate var isCommit: Bool {
    if case .commit = self { true } else { false }
  }
}

extension PlannedQuestion {
  func good(_ number: Int) -> Good { good[number % good.count] }
  func bad(_ number: Int) -> Bad { bad[number % bad.count] }
}
