package import Flowline

/// Going on with sessions that were kept.
extension Walk {
  /// Resumes a kept session where it stopped, and walks to its end.
  ///
  /// - Parameters:
  ///   - record: an open record; closed at the end, and if it cannot be resumed.
  ///   - catalog: the flows, by the ids that records name.
  ///   - headline: says which session is resumed, in the words of its language; nil if it need not be said.
  /// - Returns: how the walk ended.
  /// - Throws: ``ResumeFault``. The record stays as it is.
  package func resume(
    _ record: any SessionRecord, of catalog: FlowCatalog,
    saying headline: ((Words) -> String)? = nil
  ) throws(ResumeFault) -> WalkReport {
    let notes = try session.resume(
      record, of: catalog, recognizing: answers.given(acknowledged: mode.acceptsWarnings))
    // Before the first word, so that all of them are in one language.
    followLanguage()
    if let headline { display.note(headline(words)) }
    for note in notes { display.note(words("session.torn", .string(String(note.line)))) }
    resumption.hasAnswersToTell = true
    let report = walk()
    // What is behind a secret that was typed again may not fit the flow.
    if let fault = controller.resumeFault { throw fault }
    return report
  }

  /// Tells once which answers the session that is resumed has; of many the last.
  func tellAnswers() {
    guard resumption.hasAnswersToTell else { return }
    resumption.hasAnswersToTell = false
    guard mode.showsPrompts else { return }
    let answers = controller.journal.answers
    recallQuestions(of: answers)
    let told = answers.filter { !summary(of: $0, renderer).isEmpty }
    let last = told.suffix(Self.mostAnswersTold)
    if last.count < told.count {
      display.note(words("resume.earlier", .integer(told.count - last.count)))
    }
    for answer in last {
      if display.draws {
        stand(answer)
      } else {
        display.show(summary(of: answer, renderer))
      }
    }
  }

  private static let mostAnswersTold = 8

  /// Tells once how the session fitted a flow that was changed since.
  func tellOfFit() {
    guard !resumption.hasToldOfFit, let fit = controller.fit else { return }
    resumption.hasToldOfFit = true
    if mode.showsPrompts || !fit.isWhole {
      display.show(FitText(renderer: renderer).lines(for: fit))
    }
  }
}

/// What is told once of a session that is resumed.
struct Resumption {
  /// Whether the answers that it has are still to be told.
  var hasAnswersToTell = false
  /// Whether it was told how the session fitted a flow that was changed since.
  var hasToldOfFit = false
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
