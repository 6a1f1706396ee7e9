/// What the playing of a script needs of a session whose flow runs children at once.
extension FlowController {
  /// The presentation at which a step is asked, of several the one under the ids below the root.
  func presentation(asking step: StepID, in place: [StepID]) -> Int? {
    act { session in
      var found: (rank: Int, presentation: Int)?
      for frame in session.machine.askingFrames() {
        session.machine.turn(to: frame)
        guard case .asking(let presentation) = session.machine.state,
          session.machine.innermost?.step == step
        else { continue }
        let rank = place.rank(of: session.machine.currentPath.ids.dropFirst())
        if rank > found?.rank ?? -1 { found = (rank, presentation) }
      }
      return found?.presentation
    }
  }

  /// Why a check refused the answer that was sent last; nothing where none did.
  func takeRefusalByCheck() -> Refusal? { act { $0.refusalByCheck.take() } }

  /// The flows from the root down to what is asked, screens apart.
  var foregroundFlows: [StepID] {
    act { session in
      session.machine.turnToForeground()
      return session.machine.frames.filter { !$0.isScreen }.map(\.step)
    }
  }

  /// Lets a reply reach its flow, once the effect has come to it; nothing where none is expected.
  func handOutReply(of step: StepID, in place: [StepID]?) {
    guard !act({ $0.handOutReply(of: step, in: place) }) else { return }
    wait { session in
      !session.isWorking(on: step) || session.replies.contains { $0.effect.id == step }
    }
    _ = act { $0.handOutReply(of: step, in: place) }
  }
}

extension Session {
  fileprivate func handOutReply(of step: StepID, in place: [StepID]?) -> Bool {
    guard machine.isMany else { return true }
    let place = place ?? []
    for rank in [2, 1, 0] {
      let strand = machine.takeWaiter(for: step) { want in
        want.kind == .recordedReply && place.rank(of: want.path[...]) >= rank
      }
      if let strand, let frame = machine.give(strand) {
        wake(frame)
        return true
      }
      let index = replies.firstIndex { reply in
        guard reply.effect.id == step else { return false }
        machine.turn(to: reply.frame)
        return place.rank(of: machine.pathOfEffect(step).ids.dropFirst()) >= rank
      }
      if let index {
        replies.remove(at: index).deliver()
        return true
      }
    }
    return false
  }

  /// Whether an effect of a child at once is under way.
  fileprivate func isWorking(on step: StepID) -> Bool {
    machine.isMany
      && machine.subtree(of: 0).contains { strand in
        guard case .working(let effect) = machine.state(of: strand) else { return false }
        return effect.id == step
      }
  }
}

extension [StepID] {
  /// How well a step's path fits a place: exactly, as one inside it, or not.
  fileprivate func rank(of path: ArraySlice<StepID>) -> Int {
    guard path.starts(with: self) else { return 0 }
    return path.count == count + 1 ? 2 : 1
  }
}

extension Script {
  /// Whether the script says when replies came, where children ran at once.
  var tellsOrder: Bool {
    lines.contains { $0.entry.verb == .at }
      && lines.contains { [.load, .done, .fail].contains($0.entry.verb) }
  }

  /// The ids below the root that each line happens under; nothing where no children run at once.
  var places: [[StepID]?]? {
    guard lines.contains(where: { $0.entry.verb == .at }) else { return nil }
    var builder = JournalBuilder(root: flow)
    return lines.enumerated().map { index, line in
      let next = index + 1 < lines.count ? lines[index + 1].entry : nil
      builder.append(line.entry, number: line.number, next: next)
      return builder.place
    }
  }
}
