extension Screen {
  /// The same screen, its answer left out by pressing Enter alone: the result is nil then.
  ///
  /// What it has for a default is not taken: Enter can mean only one thing.
  public func optional() -> some Screen<Output?> { OptionalScreen(base: self) }
}

private struct OptionalScreen<Base: Screen>: ScreenWrapper {
  typealias Output = Base.Output?

  var base: Base

  init(base: Base) {
    self.base = base
    self.base.question.isOptional = true
  }

  /// Nothing: what is left out is nil.
  var defaultAnswer: JSONValue? { nil }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Output>, Refusal> {
    if answer.isNothing { return .success(Accepted(nil, recorded: .null)) }
    return base.read(answer, in: environment).map { Accepted($0.value, recorded: $0.recorded) }
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
