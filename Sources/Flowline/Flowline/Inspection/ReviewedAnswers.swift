extension Prompt {
  /// Whether it shows a page to be read, confirmed or decided on: a review, on which people check what
  /// they said.
  ///
  /// A menu is none, and neither is a field of a form or what is asked about something that is held.
  public var isReview: Bool {
    guard !page.isEmpty, form == nil, hold == nil, !isMenu else { return false }
    switch kind {
    case .review, .confirm, .choice: return true
    default: return false
    }
  }
}

extension LegalInputs {
  /// The answers that rows of a review show, if one can go straight back to them; see ``changeable``.
  ///
  /// A row shows the newest answer of its ``PageRow/step`` in the flow that asks, or else in a child of
  /// that flow: a form, say. What was answered in another run of the flow is not looked at.
  ///
  /// It takes time linear in the answers of the session, and none if the prompt asks for no review; see
  /// ``Prompt/isReview``.
  ///
  /// - Parameter prompt: what is asked at this moment.
  /// - Returns: the answers, by the rows that show them.
  public func changeable(shownBy prompt: Prompt) -> [PageRow: RecordedAnswer] {
    guard prompt.isReview else { return [:] }
    let rows = prompt.page.flatMap(\.rows).filter { $0.step != nil }
    guard !rows.isEmpty, let flow = engine.flow(asking: prompt.presentation) else { return [:] }
    let answers = engine.newestChangeable(in: flow)
    return rows.reduce(into: [:]) { shown, row in
      if let answer = row.step.flatMap({ answers[$0] }) { shown[row] = answer }
    }
  }
}

extension Engine {
  /// The flow that asks a presentation; nil if that is not asked.
  fileprivate func flow(asking presentation: Int) -> FrameRef? {
    for branch in tree.asking {
      if let asked = tree[branch].asked, asked.presentation == presentation {
        return asked.pending.frame
      }
    }
    return nil
  }

  /// The newest answers of steps of a flow that one can go straight back to, by their steps; of a step
  /// that it has not, those of its children.
  fileprivate func newestChangeable(in flow: FrameRef) -> [StepID: RecordedAnswer] {
    let answers = changeable
    let entries = journal.entries.filter(\.isStandingAnswer).suffix(answers.count)
    var own: [StepID: RecordedAnswer] = [:]
    var children: [StepID: RecordedAnswer] = [:]
    for (entry, answer) in zip(entries, answers) {
      if entry.frame == flow {
        own[entry.id] = answer
      } else if let start = entry.frame.index, journal.entries[start].frame == flow {
        children[entry.id] = answer
      }
    }
    return own.merging(children) { own, _ in own }
  }
}
