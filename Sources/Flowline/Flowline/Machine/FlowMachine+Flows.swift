/// Starting and ending flows.
extension FlowMachine {
  /// What is to be done when a flow starts.
  enum Entering: Hashable {
    /// Run its body; tell its handler where the start is news.
    case run(Frame.ID, isNews: Bool)
    case hindered(Hindrance)
  }

  /// The root flow was started.
  mutating func started(title: Text, steps: ClosedRange<Int>? = nil) -> Frame.ID {
    state = .running
    let id = Frame.ID(number: nextSerial())
    frames.append(
      Frame(
        id: id, step: journal.head.flow, version: journal.head.version, title: title, ref: .root,
        recordedRef: .root, hasOutcome: true, firstPresentation: sessionPresentation,
        expectation: steps.map { Expectation($0, after: answersStanding) },
        openedAt: openingTime(of: .root)))
    carryOver()
    return id
  }

  /// A flow runs a child. Whether the child is a screen shows only when it asks, so its `enter`
  /// entry waits until it does something else.
  mutating func entered(
    _ step: StepID, version: Int, title: Text, in parent: Frame.ID,
    migrations: @autoclosure () -> [Migration] = []
  ) -> Entering {
    if let hindrance = hindrance(for: parent) { return .hindered(hindrance) }
    settle(frames.count - 1)
    let recorded = tape.takeEntering(step, in: frames[frames.count - 1].recordedRef)
    if let recorded, recorded.version < version {
      tape.migrate(migrations(), of: recorded.ref, from: recorded.version)
    }
    let id = Frame.ID(number: nextSerial())
    frames.append(
      Frame(
        id: id, step: step, version: version, title: title, ref: .unknown,
        recordedRef: recorded?.ref ?? .unknown, isRecorded: recorded != nil,
        firstPresentation: recorded?.presentation ?? presentationCount,
        openedAt: openingTime(of: recorded?.ref ?? .unknown)))
    if isMany, current != 0 { many?.strandOf[id] = current }
    return .run(id, isNews: isNews(recorded?.ref))
  }

  /// Whether the start of a flow is news: the journal does not have it, or it starts once more.
  mutating func isNews(_ recorded: FrameRef?) -> Bool {
    guard let recorded else { return true }
    return !reopening.isEmpty && reopening.remove(recorded) != nil
  }

  /// Writes the `enter` entry of a flow that turned out to be more than a screen.
  mutating func settle(_ index: Int) {
    guard frames[index].ref == .unknown else { return }
    if isMany { tellStrand() }
    frames[index].ref = .entered(at: journal.entries.count)
    let frame = frames[index]
    journal.entries.append(
      JournalEntry(
        .enter, frame.step, in: frames[index - 1].ref,
        frame.version == 1 ? .none : .json(.integer(Int64(frame.version))),
        presentation: frame.firstPresentation))
    carryOver()
  }

  /// How a body ended, before the machine has had its say.
  enum BodyEnd {
    case finished(Payload)
    case cancelled(CancelReason)
    case failed(message: String)
  }

  /// What is to be done when a body has ended.
  struct Leaving: Equatable {
    enum Verdict: Hashable {
      /// The outcome is the body's own.
      case asReturned
      case cancelled(CancelReason)
      /// The session fails for a reason that is not the body's.
      case sessionFailed

      init(_ closing: Closing?) {
        switch closing {
        case .cancelled(let reason)?: self = .cancelled(reason)
        case .failed?: self = .sessionFailed
        case nil: self = .asReturned
        }
      }
    }

    let verdict: Verdict
    /// Whether the outcome is news, to be told to the handler.
    let isNews: Bool
    /// What the flow may still have on show.
    let presentations: Range<Int>
    /// Which of them, where other flows presented in between; nothing where it is all of them.
    let apart: [Range<Int>]?
  }

  /// The body of a flow ended. Nothing comes back where the flow has ended before.
  mutating func left(_ id: Frame.ID, _ end: BodyEnd) -> Leaving? {
    if isMany { turn(to: id) }
    guard let index = index(of: id) else { return nil }
    let frame = frames[index]
    if index < frames.count - 1 {
      note(
        .outlivedParent, at: path(to: index),
        "\(frames[index + 1].step) was still running when it ended")
    }
    if isMany, state == .gathering { abandonStrands(of: frame, at: index) }
    if index > 0, !frame.isScreen { settle(index) }
    let ref = frames[index].ref
    if let closing = frame.closing, case .finished = end {
      note(
        .secondOutcome, at: path(to: index),
        "the body returned a result after the flow had been told to end (\(closing))")
    }
    tellOutlived(index)
    if isMany {
      forgetAsker(in: state)
      for inner in frames[index...] { many?.strandOf[inner.id] = nil }
    }
    let apart = presentedApart(since: frame.firstPresentation)
    frames.removeSubrange(index...)
    journal.pending = nil
    if state != .running { state = .running }
    // A journal of another controller counts presentations that this one never had.
    let presentations = min(frame.firstPresentation, presentationCount)..<presentationCount
    let verdict = Leaving.Verdict(frame.closing)
    let isScreen = index > 0 && ref == .unknown
    let isNews = isScreen || recordLeaving(frame, verdict, end, isRoot: index == 0)
    if isMany { endStrand() }
    if index == 0 { state = .ended }
    if isNews { tellEnded(frame, verdict, end) }
    return Leaving(
      verdict: verdict, isNews: isNews, presentations: presentations, apart: apart)
  }

  /// A screen that was asked directly has its answer, or was left. It tells nobody, unless it ran
  /// flows of its own: then its end stands in the journal as its start does.
  mutating func leftScreen(_ id: Frame.ID) {
    if isMany { turn(to: id) }
    guard let frame = frames.last, frame.id == id else { return }
    frames.removeLast()
    if isMany { many?.strandOf[id] = nil }
    guard frame.ref != .unknown else { return }
    _ = recordLeaving(
      frame, Leaving.Verdict(frame.closing), .finished(.json(.null)), isRoot: false)
  }

  private mutating func recordLeaving(
    _ frame: Frame, _ verdict: Leaving.Verdict, _ end: BodyEnd, isRoot: Bool
  ) -> Bool {
    let verb: JournalEntry.Verb
    let payload: Payload
    switch (verdict, end) {
    case (.asReturned, .finished(let output)): (verb, payload) = (isRoot ? .finish : .leave, output)
    case (.asReturned, .cancelled(let reason)), (.cancelled(let reason), _):
      guard reason != .terminated, reason != .abandoned, reason != .back else { return true }
      (verb, payload) = (isRoot ? .cancelled : .abandon, .json(.string(reason.rawValue)))
    case (.asReturned, .failed(let message)):
      (verb, payload) = (isRoot ? .failed : .abandon, .json(["error": .string(message)]))
    case (.sessionFailed, _): return true
    }
    if isRoot {
      endReplay(wanting: "the end")
      journal.entries.append(JournalEntry(verb, frame.step, in: .root, payload))
      return true
    }
    guard let parent = frames.last else { return true }
    let taken = tape.take(.leave, or: .abandon, for: frame.step, in: parent.recordedRef) != nil
    record(JournalEntry(verb, frame.step, in: parent.ref, payload))
    carryOver()
    return !taken
  }

  /// Copies what the replay only remembers into the journal, in its place.
  mutating func carryOver() {
    if tape.isAtEnd { return }
    carry(tape.passed())
  }
}
