package import Flowline

/// Going on with sessions that were kept.
extension Walk {
  /// Resumes a kept session where it stopped, and walks to its end.
  ///
  /// - Parameters:
  ///   - record: an open record; closed at the end, and if it cannot be resumed.
  ///   - catalog: the flows, by the ids that records name.
  /// - Returns: how the walk ended.
  /// - Throws: ``ResumeFault``. The record stays as it is.
  package func resume(
    _ record: any SessionRecord, of catalog: FlowCatalog
  ) throws(ResumeFault) -> WalkReport {
    self.record = record
    var notes: [Script.Note] = []
    let reception = try catalog.resume(
      record, in: controller, world: world,
      recognizing: answers.given(acknowledged: manner.acceptsWarnings), handler: handler
    ) { notes.append($0) }
    if manner.showsPrompts {
      for note in notes {
        let line = String(note.line)
        surface.show(renderer.note(words("session.torn", .string(line))))
      }
    }
    hasAnswersToTell = true
    return walk(reception)
  }

  /// Tells once which answers the session that is resumed has; of many the last.
  func tellAnswers() {
    guard hasAnswersToTell else { return }
    hasAnswersToTell = false
    guard manner.showsPrompts else { return }
    let answers = controller.journal.answers
    recallQuestions(of: answers)
    let told = answers.filter { !summary(of: $0, renderer).isEmpty }
    let last = told.suffix(Self.mostAnswersTold)
    if last.count < told.count {
      surface.show(renderer.note(words("resume.earlier", .integer(told.count - last.count))))
    }
    for answer in last {
      if screen.draws {
        screen.stand(answer) { [unowned self] in summary(of: answer, renderer($0)) }
      } else {
        surface.show(summary(of: answer, renderer))
      }
    }
  }

  private static let mostAnswersTold = 8

  /// Tells once how the session fitted a flow that was changed since.
  func tellOfFit() {
    guard !hasToldOfFit, let fit = controller.fit else { return }
    hasToldOfFit = true
    if manner.showsPrompts || !fit.isWhole {
      surface.show(FitText(renderer: renderer).lines(for: fit))
    }
  }

  /// Leaves the flow as a whole.
  ///
  /// A session that is kept is unloaded as it is, even in the middle of a write, which is completed
  /// when it is resumed. One that is not kept ends, unless something is being done that cannot be
  /// left.
  func leave(_ end: WalkEnd) {
    guard record == nil else {
      leaving = end
      return unload()
    }
    if case .refused(let refusal) = controller.gone() {
      surface.show(renderer.lines(for: refusal))
    } else {
      leaving = end
    }
  }
}

extension SessionLibrary {
  /// Whether what a walk left behind can be resumed.
  package func keeps(_ report: WalkReport) -> Bool {
    guard let session = report.session else { return false }
    // A sync that failed may leave a record of the whole session, whose end nobody was told.
    if report.isUnloaded { return standing(of: session) != nil }
    return isUnfinished(session)
  }
}

extension WalkReport {
  /// Whether the walk ended without an outcome, though its flow was started.
  package var isUnloaded: Bool {
    if case .notStarted = end { false } else { outcome == nil }
  }
}
