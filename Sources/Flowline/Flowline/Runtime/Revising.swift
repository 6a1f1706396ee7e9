/// What would become of other answers to a question that was answered, found out before anything is gone back
/// to.
package enum Revision: Hashable, Sendable {
  /// They would not be taken; the value says why.
  indirect case refused(Refusal)
  /// They are what was answered.
  case same
  /// They would change what was answered.
  case changed
}

extension FlowController {
  /// What would become of another answer to a question that was answered, as ``preview(_:to:)`` tells it of
  /// one that waits.
  ///
  /// It takes the time of running the flow's body over the journal.
  ///
  /// - Parameters:
  ///   - answer: what is to be answered instead.
  ///   - earlier: the answer there is.
  /// - Returns: what would become of it; nil if one cannot go back to that answer.
  package func preview(
    _ answer: Answer, inPlaceOf earlier: RecordedAnswer
  ) -> Result<AnswerPreview, Refusal>? {
    read { $0.preview(answer, inPlaceOf: earlier) }
  }

  /// Whether an answer that takes the place of an earlier one would be taken.
  ///
  /// What its check would find out outside is not known.
  ///
  /// - Parameters:
  ///   - earlier: the answer there is.
  ///   - answer: what is to be answered instead.
  ///   - isAcknowledged: whether what there is to ask back about it has been seen.
  /// - Returns: what would become of it; nil if one cannot go back to the earlier answer.
  package func revision(
    of earlier: RecordedAnswer, by answer: Answer, acknowledging isAcknowledged: Bool
  ) -> Revision? {
    read { $0.revision(of: earlier, by: answer, isAcknowledged ? .acknowledged : .plain) }
  }

  /// Whether the page of a form would be taken that was answered, see ``fill(_:to:acknowledging:)``.
  ///
  /// - Parameters:
  ///   - earlier: the answer of one of its fields; those of the fields before it stay.
  ///   - answers: the answers of the fields.
  ///   - isAcknowledged: whether what there is to ask back about them has been seen.
  /// - Returns: what would become of it; nil if one cannot go back to the earlier answer, or it is no field's.
  package func revision(
    of earlier: RecordedAnswer, byPage answers: [StepID: Answer],
    acknowledging isAcknowledged: Bool
  ) -> Revision? {
    read { $0.revision(of: earlier, byPage: answers, isAcknowledged ? .acknowledged : .plain) }
  }
}

extension Session {
  /// The screen that asked for an answer, with where its texts are; nil if one cannot go back to it.
  private func question(
    of earlier: RecordedAnswer
  ) -> (screen: any Screen, place: TextPlace?)? {
    guard let index = engine.journal.index(of: earlier), engine.backRefusal(to: index) == nil else {
      return nil
    }
    return survey(.finding(earlier), of: engine.journal.entries).found
  }

  fileprivate func preview(
    _ answer: Answer, inPlaceOf earlier: RecordedAnswer
  ) -> Result<AnswerPreview, Refusal>? {
    guard let (screen, place) = question(of: earlier) else { return nil }
    let environment = environment.at(place)
    let preview = screen.preview(answer, in: environment).mapError { $0.bound(to: place) }
    if case .success(let taken) = preview, screen.outline(in: environment).isFile,
      let missing = taken.recorded.flatMap({ refusal(ofFile: $0) })
    {
      return .failure(missing)
    }
    return preview
  }

  fileprivate func revision(
    of earlier: RecordedAnswer, by answer: Answer, _ mode: Engine.AnswerMode
  ) -> Revision? {
    switch preview(answer, inPlaceOf: earlier) {
    case nil: return nil
    case .failure(let refusal): return .refused(refusal)
    case .success(let taken):
      if let warning = taken.warning, !mode.passes(warning.code) {
        return .refused(warning.moved(into: answer))
      }
      // A sensitive answer is not recorded: nobody can tell that another one is the same.
      return taken.recorded == earlier.value ? .same : .changed
    }
  }

  fileprivate func revision(
    of earlier: RecordedAnswer, byPage answers: [StepID: Answer], _ mode: Engine.AnswerMode
  ) -> Revision? {
    guard let (screen, place) = question(of: earlier), let field = screen as? any FormField else {
      return nil
    }
    let sent = SentPage(answers, of: field, mode, in: environment.at(place))
    let refusals = sent.page.refusalsOfAll.merging(refusals(ofFilesIn: sent.page)) { $1 }
    guard refusals.isEmpty else { return .refused(sent.told(.ofForm(refusals))) }
    let warnings = sent.warnings
    guard warnings.isEmpty else { return .refused(sent.told(.doubtful(warnings))) }
    let form = Array(earlier.path.ids.dropLast())
    let given = engine.journal.answers.dropFirst(earlier.number)
    let isSame = sent.page.fields.allSatisfy { field in
      if sent.before[field.id] != nil, answers[field.id] == nil { return true }
      let path = StepPath(form + [field.id])
      return given.first { $0.path == path }?.value == sent.page.recorded[field.id]
    }
    return isSame ? .same : .changed
  }
}
