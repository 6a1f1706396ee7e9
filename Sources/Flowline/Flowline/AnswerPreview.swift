/// What would become of an answer that is not sent yet; see ``FlowController/preview(_:to:)``.
public struct AnswerPreview: Sendable, Hashable {
  /// What would be in the journal; nil for a sensitive step.
  public let recorded: JSONValue?
  /// What was understood, in words that a person can check; nil if there is nothing to check.
  public let echo: LocalizedText?
  /// What would be asked back about it; nil if it would be taken as it is.
  public let warning: Refusal?

  /// Makes a preview.
  public init(recorded: JSONValue?, echo: LocalizedText?, warning: Refusal?) {
    self.recorded = recorded
    self.echo = echo
    self.warning = warning
  }
}

extension Screen {
  func preview(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<AnswerPreview, Refusal> {
    let isSensitive = question.isSensitive
    return read(effective(answer), in: environment)
      .map { accepted in
        let warning = warning(about: accepted.value, in: environment)
        guard !isSensitive else {
          return AnswerPreview(recorded: nil, echo: nil, warning: warning?.redacted)
        }
        return AnswerPreview(
          recorded: accepted.recorded,
          echo: echo(accepted.recorded, in: environment)?.resolved(in: environment),
          warning: question.hidesRefused ? warning?.redacted : warning)
      }
      .mapError { question.hidesRefused ? $0.redacted : $0.moved(into: answer) }
  }
}
