/// A screen that asks what another one asks, with something changed.
///
/// All that the other screen says and does is passed on, so that a wrapper has only what it changes, but for
/// its ``Screen/fault(in:)``: what a wrapper reads may be more. One that takes no more than the screen inside
/// says `base.fault(in: environment)`.
///
///     struct Shouted<Base: Screen>: ScreenWrapper where Base.Output == String {
///       typealias Output = String
///
///       var base: Base
///
///       func read(
///         _ answer: Answer, in environment: FlowEnvironment
///       ) -> Result<Accepted<String>, Refusal> {
///         base.read(answer, in: environment).map {
///           Accepted($0.value.uppercased(), recorded: $0.recorded)
///         }
///       }
///     }
public protocol ScreenWrapper<Base>: Screen {
  /// The screen inside.
  associatedtype Base: Screen

  /// The screen inside.
  var base: Base { get set }
}

extension ScreenWrapper {
  /// The question of the screen inside.
  public var question: Question {
    get { base.question }
    set { base.question = newValue }
  }

  /// The version of the screen inside.
  public var version: Int { base.version }

  /// The title of the screen inside.
  public var title: Text { base.title }

  /// The migrations of the screen inside.
  public var migrations: [Migration] { base.migrations }

  /// The steps of the screen inside.
  public var steps: ClosedRange<Int>? { base.steps }

  /// The default of the screen inside.
  public var defaultAnswer: JSONValue? { base.defaultAnswer }

  /// What the screen inside accepts.
  public func kind(in environment: FlowEnvironment) -> PromptKind { base.kind(in: environment) }

  /// As the screen inside would have it typed.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    base.typed(recorded, in: environment)
  }

  /// What the screen inside understood.
  public func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
    base.echo(recorded, in: environment)
  }

  /// The example of the screen inside.
  public func example(in environment: FlowEnvironment) -> String? {
    base.example(in: environment)
  }

  /// The page of the screen inside.
  public func page(in environment: FlowEnvironment) -> [PageSection] {
    base.page(in: environment)
  }

  /// The outline of the screen inside.
  public func outline(in environment: FlowEnvironment) -> PromptOutline {
    base.outline(in: environment)
  }
}

extension ScreenWrapper where Output == Base.Output {
  /// What the screen inside reads.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Output>, Refusal> {
    base.read(answer, in: environment)
  }

  /// What the screen inside asks back.
  public func warning(about value: Output, in environment: FlowEnvironment) -> Refusal? {
    base.warning(about: value, in: environment)
  }
}
