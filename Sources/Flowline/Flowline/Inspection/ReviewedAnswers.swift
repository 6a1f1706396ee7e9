extension Prompt {
  /// Whether it shows a page to be read, confirmed or decided on: a review, on which people check what
  /// they said.
  ///
  /// Menus and fields of forms do not count, nor does what is asked about something that is held.
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
  /// that flow: a form, say. What was answered in another run of the flow is not looked at. Several rows of
  /// a step show its answers in their order, if there are as many: a loop that asks for one owner after
  /// another. Otherwise, or if two of them look alike, nobody can tell which answer is meant, and there
  /// is none for them.
  ///
  /// It takes time linear in the answers of the session, and none if the prompt asks for no review; see
  /// ``Prompt/isReview``.
  ///
  /// - Parameter prompt: what is asked at this moment.
  /// - Returns: the answers, by the rows that show them.
  public func changeable(shownBy prompt: Prompt) -> [PageRow: RecordedAnswer] {
    guard prompt.isReview else { return [:] }
    let rows = prompt.page.flatMap(\.rows).filter { $0.step != nil }
    guard !rows.isEmpty else { return [:] }
    let answers = reachable.changeable(inFlowAsking: prompt.presentation)
    var shown: [PageRow: RecordedAnswer] = [:]
    for (step, rows) in Dictionary(grouping: rows, by: \.step) {
      let given = step.flatMap { answers[$0] } ?? []
      if rows.count == 1 {
        shown[rows[0]] = given.last
      } else if rows.count == given.count, Set(rows).count == rows.count {
        for (row, answer) in zip(rows, given) { shown[row] = answer }
      }
    }
    return shown
  }
}
