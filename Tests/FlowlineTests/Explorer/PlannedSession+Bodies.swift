@testable import Flowline

/// Running bodies: what the shell does for a flow's own code.
extension PlannedSession {
  mutating func begin(_ body: PlannedBody) {
    bodies[body.frame] = body
    let branch = engine.tree[body.frame.branch]
    let path = branch.index(of: body.frame).map { engine.tree.path(of: $0, in: branch.id) }
    log.open(body.frame, at: path ?? StepPath([]))
  }

  mutating func resume(_ id: FrameID, _ how: BodyResume) {
    guard bodies[id] != nil else { return }
    switch how {
    case .begins:
      if bodies[id]?.group != nil, !beginsAtOnce(id) { return }
    case .result(let result):
      leaveScreen(of: id)
      bodies[id]?.sum += result
    case .throwing(let error):
      leaveScreen(of: id)
      if fails(id, error) { return }
    case .childEnded(let result): if childEnded(result, in: id) { return }
    case .groupEnded: if groupEnded(in: id) { return }
    }
    runBody(id)
  }

  private mutating func leaveScreen(of id: FrameID) {
    guard let screen = bodies[id]?.screen else { return }
    bodies[id]?.screen = nil
    engine.leftScreen(screen)
  }

  /// Runs a body until it waits or ends.
  private mutating func runBody(_ id: FrameID) {
    while let step = bodies[id]?.rest.first {
      bodies[id]?.rest.removeFirst()
      switch take(step, id) {
      case .goesOn: break
      case .waits: return
      case .throwing(let error): if fails(id, error) { return }
      }
    }
    if let sum = bodies[id]?.sum { end(id, .finished(sum)) }
  }

  /// What becomes of a step.
  enum Taken {
    case goesOn
    case waits
    case throwing(BodyError)
  }

  private mutating func take(_ step: BodyStep, _ id: FrameID) -> Taken {
    switch step {
    case .ask(let question): return ask(question, id)
    case .run(let child, let hasHandler, let resumes):
      return run(child, hasHandler: hasHandler, resumes: resumes, in: id)
    case .load(let step):
      return meet(engine.loadBegan(step, in: id, isWhole: false), .load(step), id)
    case .commit(let step, let hasSecret):
      let sum = JSONValue.integer(Int64(bodies[id]?.sum ?? 0))
      let contents: JSONValue = hasSecret ? ["pin": .redactionMark] : ["sum": sum]
      let write = Engine.Write(id: step, contents: contents)
      return meet(engine.commitBegan(write, in: id), .commit(write), id)
    case .moment(let step):
      return meet(
        engine.awaitBegan(step, .moment, in: id, isWhole: false), .moment(step), id)
    case .event(let step):
      return meet(engine.awaitBegan(step, .event, in: id, isWhole: false), .event(step), id)
    case .atOnce(let children, let isRace): return fork(children, isRace: isRace, in: id)
    case .fork(let even, let odd):
      let isEven = (bodies[id]?.sum ?? 0).isMultiple(of: 2)
      bodies[id]?.rest.insert(contentsOf: isEven ? even : odd, at: 0)
      return .goesOn
    case .decline: return .throwing(.cancelled(.declined))
    }
  }

  func meet(_ denial: Denial) -> Taken {
    switch denial {
    case .leave(let reason): .throwing(.cancelled(reason))
    case .notInnermost, .unconfirmed: .throwing(.failed)
    // Its task is given up.
    case .hold: .waits
    }
  }

  /// An error travels through a body.
  ///
  /// Returns whether it ends it.
  private mutating func fails(_ id: FrameID, _ error: BodyError) -> Bool {
    guard let body = bodies[id] else { return true }
    if body.isStubborn { return false }
    end(id, .without(error))
    return true
  }

  // MARK: - Ending

  private mutating func end(_ id: FrameID, _ result: ChildResult) {
    guard let body = bodies.removeValue(forKey: id) else { return }
    let end: Engine.BodyEnd =
      switch result {
      case .finished(let sum): .finished(.json(.integer(Int64(sum))))
      case .without(.cancelled(let reason)): .cancelled(reason)
      case .without(.failed): .failed(message: "it failed")
      }
    let leaving = engine.left(id, end)
    if leaving != nil { log.ended(id) }
    if let group = body.group { return ended(leaving.map { outcome(of: $0, result) }, in: group) }
    guard let parent = body.parent else { return }
    guard let leaving else {
      queue.insert((parent, .throwing(.cancelled(.back))), at: 0)
      return
    }
    let told = outcome(of: leaving, result)
    if deliveries.remove(id) != nil, leaving.isNews {
      engine.mustLastBeforeTelling()
      guard afterTelling(in: parent.branch, parent, .end(of: id, told)) else { return }
    }
    queue.insert((parent, .childEnded(told)), at: 0)
  }

  private func outcome(of leaving: Engine.Leaving, _ result: ChildResult) -> ChildResult {
    switch leaving.verdict {
    case .asReturned: result
    case .cancelled(let reason): .without(.cancelled(reason))
    case .sessionFailed: .without(.failed)
    }
  }

  // MARK: - Children

  private mutating func run(
    _ child: PlanChild, hasHandler: Bool, resumes: Bool, in id: FrameID
  ) -> Taken {
    switch engine.entered(child.id, version: 1, title: "", in: id) {
    case .denied(let denial): return meet(denial)
    case .run(let entered):
      engine.opened(entered.frame, isNews: entered.isNews, steps: nil)
      bodies[id]?.resumes = resumes
      begin(
        PlannedBody(
          frame: entered.frame, parent: id, rest: child.steps, isStubborn: child.isStubborn))
      if hasHandler { deliveries.insert(entered.frame) }
      if entered.isNews, hasHandler || engine.isObserved {
        let path = engine.tree.path(of: entered.frame.branch)
        guard
          afterTelling(
            in: id.branch, entered.frame, .start(hasHandler ? (entered.frame, path) : nil))
        else {
          return .waits
        }
      }
      queue.insert((entered.frame, .begins), at: 0)
      return .waits
    }
  }

  private mutating func childEnded(_ result: ChildResult, in id: FrameID) -> Bool {
    if let denial = engine.denial(for: id) {
      switch meet(denial) {
      case .throwing(let error): return fails(id, error)
      case .waits, .goesOn: return true
      }
    }
    switch result {
    case .finished(let sum): bodies[id]?.sum += sum
    case .without(let error): if bodies[id]?.resumes == false { return fails(id, error) }
    }
    return false
  }

  // MARK: - Children at once

  private mutating func fork(_ children: [PlanChild], isRace: Bool, in id: FrameID) -> Taken {
    let forking = engine.forked(
      children.map { Engine.Child(id: $0.id, version: 1, title: "") }, by: id)
    switch forking {
    case .denied(let denial): return meet(denial)
    case .sameID: return .throwing(.failed)
    case .run(let entered):
      groups[id] = PlannedGroup(isRace: isRace, left: children.count)
      for (index, (child, entered)) in zip(children, entered).enumerated() {
        begin(
          PlannedBody(
            frame: entered.frame, parent: nil, group: (id, index), rest: child.steps,
            isStubborn: child.isStubborn))
        queue.append((entered.frame, .begins))
      }
      return .waits
    }
  }

  /// Whether a child at once begins at all.
  private mutating func beginsAtOnce(_ id: FrameID) -> Bool {
    guard let group = bodies[id]?.group else { return true }
    switch engine.begins(id) {
    case true?:
      engine.opened(id, isNews: false, steps: nil)
      return true
    case false?: engine.dropped(id)
    case nil: break
    }
    bodies[id] = nil
    ended(nil, in: group)
    return false
  }

  private mutating func ended(_ result: ChildResult?, in group: (parent: FrameID, index: Int)) {
    guard var state = groups[group.parent] else { return }
    state.left -= 1
    if case .finished(let sum)? = result, !state.isRace { state.sum += sum }
    if state.decision == nil, let result {
      var decides = state.isRace
      if case .without = result { decides = true }
      if decides {
        state.decision = result
        if state.left > 0 { engine.superseded(by: group.parent) }
      }
    }
    groups[group.parent] = state.left == 0 ? nil : state
    guard state.left == 0 else { return }
    bodies[group.parent]?.resumes = false
    let result = state.decision ?? .finished(state.sum)
    finished[group.parent] = result
    queue.append((group.parent, .groupEnded))
  }

  private mutating func groupEnded(in id: FrameID) -> Bool {
    childEnded(finished.removeValue(forKey: id) ?? .finished(0), in: id)
  }
}
