/// What makes a question pleasant to answer.
extension FlowController {
  /// What would become of an answer to a question that waits, for showing it while it is typed.
  ///
  /// The answer is read by the screen's rules. Nothing is changed, journaled or found out outside,
  /// so that it can be asked at each key press.
  ///
  /// - Parameters:
  ///   - answer: what was typed so far.
  ///   - presentation: the prompt the answer is meant for, if children at once ask; without it, the one
  ///     that waits.
  public func preview(
    _ answer: Answer, to presentation: Int? = nil
  ) -> Result<AnswerPreview, Refusal> {
    read { $0.preview(answer, to: presentation) }
  }

  /// Gives up what is waited for, if that does no harm: a check, whose question is then asked again
  /// with what was typed as its draft; a load, which leads back to the last question.
  ///
  /// Refused for a commit, which cannot be left in the middle, at a load before the first question,
  /// and if nothing is waited for.
  @discardableResult
  public func stopWaiting() -> Reception {
    drive(.stopWaiting)
  }

  /// Changes the language of questions, refusals and the reading of answers; the region stays, and
  /// so does what the flow itself sees.
  ///
  /// The language is in the journal, so that a session that is rebuilt and a replay continue in it;
  /// going back does not undo it. The question that waits is presented once more.
  ///
  /// - Parameter language: one of ``languages``, `ru` for example; another is refused.
  /// - Returns: whether it was changed, or why not.
  @discardableResult
  public func speak(_ language: String) -> Reception {
    drive(.speak(language))
  }

  /// The languages that ``speak(_:)`` takes, sorted.
  public static var languages: [String] { Texts.languages }

  /// The world that prompts and refusals are put into words in: the session's, in the language that
  /// was asked for last.
  public var environment: FlowEnvironment { read(\.environment) }
}
