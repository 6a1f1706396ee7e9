/// A question that has its answer, see ``FlowController/answeredQuestions``.
public struct AnsweredQuestion: Sendable, Hashable {
  /// What was asked, in the language of the session now.
  ///
  /// Its presentation is -1, and nothing that holds only while it is asked is in it: a draft, how far one
  /// has come, whether one can go back.
  public let prompt: Prompt
  /// What was answered.
  public let answer: RecordedAnswer
  /// The answers that came before it.
  package let before: AnswersBefore
}
