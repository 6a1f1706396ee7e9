/// The answers that one can go back to at one moment; what is long is listed when somebody asks for it.
struct ReachableAnswers: Hashable, Sendable {
  private let journal: Journal
  private let stops: BackStops
  /// The question that a person answers first, also while its answer is checked; nil if there is none.
  private let first: Question?
  /// All that are asked: several if children at once ask.
  private let asked: [Question]
  /// Whether one can go back at all.
  private let isAllowed: Bool

  private struct Question: Hashable {
    let presentation: Int
    let id: StepID
    let frame: FrameRef

    init(_ asked: Asked) {
      presentation = asked.presentation
      (id, frame) = (asked.pending.id, asked.pending.frame)
    }
  }

  init(in engine: Engine) {
    journal = engine.journal
    stops = engine.backStops
    let tree = engine.tree
    first = tree[tree.foreground].asked.map(Question.init)
    asked = tree.asking.compactMap { tree[$0].asked.map(Question.init) }
    isAllowed = engine.backRefusal == nil
  }

  /// The steps that going back again and again leads to, the nearest first.
  var steps: [StepPath] {
    guard isAllowed else { return [] }
    return stops.targets(asking: first.map { ($0.id, $0.frame) }, in: journal.entries)
      .map { journal.path(of: journal.entries[$0]) }
  }

  /// The answers that one can go straight back to, the oldest first.
  var changeable: [RecordedAnswer] {
    isAllowed ? Array(journal.answers.suffix(stops.answersSinceWrite)) : []
  }

  /// The answers of steps of the flow that asks a presentation, by their steps, in their order, if one can go
  /// straight back to them; of a step that it has not, those of its children.
  ///
  /// None if that is not asked.
  func changeable(inFlowAsking presentation: Int) -> [StepID: [RecordedAnswer]] {
    guard let flow = asked.first(where: { $0.presentation == presentation })?.frame else {
      return [:]
    }
    let answers = changeable
    let entries = journal.entries.filter(\.isStandingAnswer).suffix(answers.count)
    var own: [StepID: [RecordedAnswer]] = [:]
    var children: [StepID: [RecordedAnswer]] = [:]
    for (entry, answer) in zip(entries, answers) {
      if entry.frame == flow {
        own[entry.id, default: []].append(answer)
      } else if let start = entry.frame.index, journal.entries[start].frame == flow {
        children[entry.id, default: []].append(answer)
      }
    }
    return own.merging(children) { own, _ in own }
  }
}
