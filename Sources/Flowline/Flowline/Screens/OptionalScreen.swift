extension Screen {
  /// The same screen, its answer left out by an answer of nothing: the result is nil then.
  ///
  /// What it has for a default is offered as if it had been answered before: it is in the line at a prompt
  /// and in the field on a page, where Enter takes it and emptying it leaves the question without an
  /// answer. A page that is sent without the field takes it, too. To programs nothing, which is null or
  /// an empty text that the screen does not take itself, means nil, whatever is offered.
  public func optional() -> some Screen<Output?> { OptionalScreen(base: self) }
}

private struct OptionalScreen<Base: Screen>: ScreenWrapper {
  typealias Output = Base.Output?

  var base: Base

  init(base: Base) {
    self.base = base
    self.base.question.isOptional = true
    self.base.question.offeredAnswer = base.defaultAnswer
  }

  /// Nothing, since what is left out is nil; the default of the screen inside is offered instead.
  var defaultAnswer: JSONValue? { nil }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Output>, Refusal> {
    if answer.isNothing { return .success(Accepted(nil, recorded: .null)) }
    let read = base.read(answer, in: environment)
    if case .failure = read, answer.line?.isEmpty == true {
      return .success(Accepted(nil, recorded: .null))
    }
    return read.map { Accepted($0.value, recorded: $0.recorded) }
  }

  func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    recorded == .null ? "" : base.typed(recorded, in: environment)
  }

  func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
    recorded == .null ? nil : base.echo(recorded, in: environment)
  }

  func warning(about value: Output, in environment: FlowEnvironment) -> Refusal? {
    value.flatMap { base.warning(about: $0, in: environment) }
  }
}

extension Answer {
  /// Whether nothing was answered.
  var isNothing: Bool {
    switch self {
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .json(let json): json == .null
    }
  }
}
