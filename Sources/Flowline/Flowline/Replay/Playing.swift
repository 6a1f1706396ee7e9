/// What the playing of a script needs of a session besides what front ends need.
extension FlowController {
  /// The step that is asked, without the cost of its whole prompt.
  var askedStep: StepID? {
    read { session in
      let branch = session.engine.tree.foreground
      guard case .asking(let asked) = session.engine.tree[branch].state else { return nil }
      return asked.pending.id
    }
  }

  /// The presentation at which a step is asked, of several the one under the ids below the root.
  func presentation(asking step: StepID, in place: [StepID]) -> Int? {
    read { session in
      var found: (rank: Int, presentation: Int)?
      for branch in session.engine.tree.asking {
        guard let asked = session.engine.tree[branch].asked, asked.pending.id == step else {
          continue
        }
        let rank = place.rank(of: session.engine.tree.path(of: branch).ids.dropFirst())
        if rank > found?.rank ?? -1 { found = (rank, asked.presentation) }
      }
      return found?.presentation
    }
  }

  /// The question of a presentation, to be told again after it was answered.
  func question(at presentation: Int?) -> Owned<WaitingQuestion>? {
    read { session in
      // By fields: a query of the engine's is called on a copy of the whole.
      guard session.engine.phase == .running,
        case .success(let wait) = session.engine.tree.waitForAnswer(to: presentation)
      else { return nil }
      return session.waits.question(wait).map { Owned(value: $0) }
    }
  }

  /// Why a question that was answered is put once more: its check refused the answer.
  func refusalByCheck(of question: Owned<WaitingQuestion>?) -> Refusal? {
    read { session in
      guard let question = question?.value, let refused = question.refusedBefore else {
        return nil
      }
      let isAsked = session.engine.tree.asking.contains { branch in
        session.engine.tree[branch].asked.map { session.waits[$0.wait] === question } ?? false
      }
      return isAsked ? refused.refusal : nil
    }
  }

  /// The flows from the root down to what is asked, screens apart.
  var foregroundFlows: [StepID] {
    read { session in
      let tree = session.engine.tree
      return tree.chain(from: tree.foreground).reversed().map { tree[$0.branch].frames[$0.index] }
        .filter { !$0.isLeaf }.map(\.step)
    }
  }

  /// What came of a line that goes back.
  enum PlayedBack {
    case done(Reception)
    /// A single step back leads elsewhere than the line says, and would be told like this.
    case leadsElsewhere(JournalEntry)
  }

  /// Goes back as a line of a script does.
  ///
  /// No answer behind is kept: those that were kept when the script was recorded are in its lines
  /// below, and given from there.
  ///
  /// In the first format a line does not say whether it is a jump: it is one if nothing else leads
  /// there.
  func goBack(as line: JournalEntry, of format: ScriptFormat) -> PlayedBack {
    act { session in
      let entries = session.engine.journal.entries
      guard let target = entries.target(of: line) else {
        return .done(line.verb == .jump ? session.refuse(.stale, .back) : session.goBack())
      }
      if line.verb == .jump { return .done(session.rewind(to: target, keeping: [])) }
      let next = session.engine.backTarget
      if next == .found(target) { return .done(session.goBack()) }
      if session.pageBackTarget == target {
        return .done(session.rewind(to: target, keeping: [], isJump: false))
      }
      if format == .first { return .done(session.rewind(to: target, keeping: [])) }
      guard session.engine.backRefusal == nil, case .found(let found) = next else {
        return .done(session.goBack())
      }
      return .leadsElsewhere(entries.back(to: found))
    }
  }

  /// Allows so many loads to reply, each by its step; nil for all there are.
  ///
  /// Those that nobody waited for when the script was recorded are held.
  func limitLoads(to steps: [StepID]?) { act { $0.engine.scheduling.loadsAllowed = steps } }

  /// Says that what a flow presented is gone, as a script tells it: by the flow's name.
  func gone(of flow: FlowID, at place: Int?) -> Reception {
    act { session in
      switch session.engine.goneAsTold(of: flow, at: place) {
      case .failure(let code): return session.refuse(code, .gone)
      case .success(let presentations):
        for range in presentations { session.shown.remove(range) }
        return .accepted
      }
    }
  }

  /// Writes down all that is refused as the script has it, however much there is.
  func recordAllRefused() { act { $0.engine.refusedRoom = .max } }

  /// Writes down that something was refused which the script does not have: a secret, or what the journal
  /// had no room for.
  ///
  /// - Parameters:
  ///   - code: why it was refused.
  ///   - form: the form whose page it was; nil if it was an answer.
  ///   - presentation: that of the question; nil for the one that a person sees.
  func refuseUnknown(_ code: Refusal.Code, of form: FlowID?, to presentation: Int?) {
    act { session in
      guard case .success(let asked) = session.engine.asker(of: presentation) else { return }
      if let form {
        session.engine.refusedPage(of: form, .redactionMark, code, asked.wait)
      } else {
        session.engine.refusedUnknown(asked.wait, code)
      }
    }
  }

  /// How often the session went back by itself, because a child was cancelled.
  var returns: Int { read { $0.engine.returns } }

  /// Has replies reach children at once only when they are handed out.
  func orderReplies() { act { $0.engine.scheduling.isOrdered = true } }

  /// Lets a reply reach its flow, once the effect has come to it.
  func handOutReply(of step: StepID, in place: [StepID]) {
    guard !act({ $0.handOutReply(of: step, in: place) }) else { return }
    wait { !$0.engine.isWorking(on: step) || $0.isAwaitingOutside }
    _ = act { $0.handOutReply(of: step, in: place) }
  }
}

extension Session {
  fileprivate func handOutReply(of step: StepID, in place: [StepID]) -> Bool {
    guard engine.tree.isForked else { return true }
    guard let due = engine.handOutReply(of: step, in: place) else { return false }
    carryOut(due)
    return true
  }
}

extension Script {
  /// Whether the script says when replies came, if children ran at once.
  var tellsOrder: Bool {
    verbs.contains(.at) && !verbs.isDisjoint(with: [.load, .done, .fail, .wait])
  }

  /// The loads that replied in each stretch of the script in which another was given up, by the index
  /// of the line that begins the stretch; -1 for the beginning of the script.
  ///
  /// A person went back or left while something was read, if no question is told right above that.
  var abandonedLoads: [Int: [StepID]] {
    guard verbs.contains(.show), !verbs.contains(.at),
      !verbs.isDisjoint(with: [.back, .jump, .cancel])
    else { return [:] }
    var stretches: [Int: [StepID]] = [:]
    var (start, loads) = (-1, [StepID]())
    for (index, line) in lines.enumerated() {
      switch line.entry.verb {
      case .load, .fail: loads.append(line.entry.id)
      case .back, .jump, .cancel:
        let above = index > 0 ? lines[index - 1].entry.verb : nil
        if above != .show, above != .refuse { stretches[start] = loads }
      default: break
      }
      if ScriptPlayer.inputs.contains(line.entry.verb) { (start, loads) = (index, []) }
    }
    return stretches
  }

  /// The ids below the root that each line happens under; nil if no children run at once.
  var places: [[StepID]?]? {
    guard verbs.contains(.at) else { return nil }
    var builder = JournalBuilder(root: flow)
    return lines.enumerated().map { index, line in
      let next = index + 1 < lines.count ? lines[index + 1].entry : nil
      builder.append(line.entry, number: line.number, next: next)
      return builder.place
    }
  }
}
