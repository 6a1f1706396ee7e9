extension Screen {
  /// The same screen, its answer never shown, logged or kept: the flow has it as a ``Secret``.
  ///
  /// A refusal of the answer is passed on without anything that could quote it; see
  /// ``Refusal/redacted``.
  public func sensitive() -> some Screen<Secret<Output>> { SensitiveScreen(base: self) }
}

private struct SensitiveScreen<Base: Screen>: ScreenWrapper {
  typealias Output = Secret<Base.Output>

  var base: Base

  init(base: Base) {
    self.base = base
    self.base.question.isSensitive = true
  }

  var question: Question {
    get { base.question }
    set {
      base.question = newValue
      base.question.isSensitive = true
    }
  }

  /// Reads as the screen inside does.
  ///
  /// The recorded form is the real one: what records it writes a mark in its place.
  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Output>, Refusal> {
    base.read(answer, in: environment).map { Accepted(Secret($0.value), recorded: $0.recorded) }
  }

  func warning(about value: Output, in environment: FlowEnvironment) -> Refusal? {
    base.warning(about: value.reveal(), in: environment)
  }

  /// It takes no more than the screen inside.
  func fault(in environment: FlowEnvironment) -> ScreenFault? { base.fault(in: environment) }

  func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? { nil }

  func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? { nil }
}
