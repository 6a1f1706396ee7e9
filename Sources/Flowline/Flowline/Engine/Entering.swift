/// Starting flows.
extension Engine {
  /// What is to be done when a flow starts.
  enum Entering: Hashable {
    /// Run its body.
    case run(Entered)
    case denied(Denial)
  }

  struct Entered: Hashable {
    let frame: FrameID
    /// Whether its start is to be told: the journal that is replayed does not have it.
    let isNews: Bool
    /// The version that the journal was recorded by, if it is an older one: what is recorded is to
    /// be migrated before the body runs.
    let olderVersion: Int?

    init(_ frame: FrameID, isNews: Bool, _ age: ReplayCursor.Age?) {
      self.frame = frame
      self.isNews = isNews
      olderVersion = if case .older(let version)? = age { version } else { nil }
    }
  }

  /// A flow that a newer version of it recorded than the program has.
  struct NewerFlow: Hashable, Sendable {
    let id: FlowID
    let recorded: Int
    let known: Int
  }

  /// The root flow is to be started.
  mutating func starting() {
    phase = .starting(isNews: true)
    tellStart()
  }

  /// The root flow's body is run from its first line.
  mutating func rerun(
    title: Text, place: TextPlace? = nil, steps: ClosedRange<Int>?
  ) -> FrameID {
    let id = FrameID(branch: .trunk, number: nextSerial())
    var frame = Frame(
      id: id, step: journal.head.flow, version: journal.head.version, title: title,
      place: place, openedAt: openingTime(of: .root), ref: .root, recordedRef: .root,
      firstPresentation: numbers.first)
    frame.hasOutcome = true
    // The session was ended while it waited for the store to go back.
    if isTerminating { frame.closing = .cancelled(.terminated) }
    frame.path = StepPath([journal.head.flow])
    frame.expectation = steps.map { Expectation($0, after: answersStanding) }
    tree[.trunk].frames.append(frame)
    carryOver()
    return id
  }

  /// A flow runs a child.
  ///
  /// Whether the child is a screen shows only when it asks, so its `enter` entry waits until it
  /// does something else.
  ///
  /// - Parameters:
  ///   - step: the child's id.
  ///   - version: the child's version; nil for a screen that is asked directly, which has none: what is
  ///     recorded under its id with a version was a flow.
  ///   - title: what people call it.
  ///   - place: where its texts are found.
  ///   - parent: the flow that runs it.
  /// - Returns: what is to be done; if a newer version of the child recorded it, the session is left as
  ///   it is.
  mutating func entered(
    _ step: StepID, version: Int?, title: Text, place: TextPlace? = nil, in parent: FrameID
  ) -> Entering {
    if let denial = denial(for: parent) { return .denied(denial) }
    let index = tree[parent.branch].frames.count - 1
    settle(index, in: parent.branch)
    let recorded =
      replay.isAtEnd
      ? nil : replay.takeEntering(step, in: tree[parent.branch].frames[index].recordedRef)
    let age = version.flatMap { recorded?.age(for: $0) }
    if case .newer(let recorded)? = age {
      return .denied(leaveNewer(step, recorded: recorded, known: version ?? 1))
    }
    let id = FrameID(branch: parent.branch, number: nextSerial())
    let openedAt = openingTime(of: recorded?.ref ?? .unknown)
    tree[parent.branch].frames.append(
      Frame(
        id: id, step: step, version: version ?? 1, title: title, place: place, openedAt: openedAt,
        ref: .unknown, recordedRef: recorded?.ref ?? .unknown,
        firstPresentation: recorded?.presentation ?? numbers.presentations))
    return .run(Entered(id, isNews: isNews(recorded?.ref), age))
  }

  /// Whether the start of a flow is news: the journal does not have it, or it starts once more.
  mutating func isNews(_ recorded: FrameRef?) -> Bool {
    guard let recorded else { return true }
    return !reopening.isEmpty && reopening.remove(recorded) != nil
  }

  /// When the flow was opened that is entered now: before, if it is entered again after a back.
  mutating func openingTime(of ref: FrameRef) -> Int64 {
    openedBefore?.removeValue(forKey: ref) ?? now
  }

  /// A flow that has an outcome of its own, and no screen that is asked in passing, was entered.
  mutating func opened(_ id: FrameID, isNews: Bool, steps: ClosedRange<Int>?) {
    guard let index = tree[id.branch].index(of: id) else { return }
    tree[id.branch].frames[index].hasOutcome = true
    if let steps {
      tree[id.branch].frames[index].expectation = Expectation(steps, after: answersStanding)
    }
    if isObserved, isNews {
      tell(
        .started(version: tree[id.branch].frames[index].version),
        at: tree.path(of: index, in: id.branch))
    }
  }

  /// A flow says how many questions are left in it, from here on.
  mutating func expected(_ left: ClosedRange<Int>, by id: FrameID) {
    guard let index = tree[id.branch].index(of: id) else { return }
    tree[id.branch].frames[index].expectation = Expectation(left, after: answersStanding)
  }

  /// Something is to be told before the innermost flow of a branch goes on: a child's start or end.
  ///
  /// Returns what its body waits for.
  mutating func telling(in branch: BranchID) -> WaitID {
    let wait = nextWait(in: branch)
    tree.set(.telling(wait), of: branch)
    due.ready.append(wait)
    return wait
  }

  /// The journal was written by an older version of the flow.
  ///
  /// All of it stands until the flow wants something else.
  mutating func rebuilds(version: Int) {
    recordedVersion = version
    guard version != journal.head.version else { return }
    tellFit(replay.fates(below: journal.head.flow, isExpected: true))
  }
}

extension BranchTree {
  /// How far a session has come at a question that is asked after so many answers.
  ///
  /// The root's word counts, for it speaks of the whole session; what flows inside it have left is
  /// left of it too. Children at once may be cut off by each other, so theirs says nothing.
  func progress(after answers: Int) -> StepProgress {
    let most = trunk.frames.first?.expectation?.most(after: answers) ?? 0
    let least = trunk.frames.reduce(1) { least, frame in
      max(least, frame.expectation?.least(after: answers) ?? 0)
    }
    return StepProgress(
      number: answers + 1,
      total: least <= most ? answers + least...answers.clampedSum(most) : nil)
  }
}
