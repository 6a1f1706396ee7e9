/// A flow that runs another one, with something changed.
///
/// All that the other flow says of itself is passed on, so that a wrapper has only what it changes.
public protocol FlowWrapper<Base>: Flow {
  /// The flow inside.
  associatedtype Base: Flow

  /// The flow inside.
  var base: Base { get }
}

extension FlowWrapper {
  /// The id of the flow inside.
  public var id: FlowID { base.id }

  /// The version of the flow inside.
  public var version: Int { base.version }

  /// The title of the flow inside.
  public var title: Text { base.title }

  /// The catalogue of the flow inside.
  public var catalog: TextCatalog? { base.catalog }

  /// What the flow inside is for.
  public var summary: Text { base.summary }

  /// The migrations of the flow inside.
  public var migrations: [Migration] { base.migrations }

  /// The steps of the flow inside.
  public var steps: ClosedRange<Int>? { base.steps }
}

extension FlowWrapper where Output == Base.Output {
  /// The words of the flow inside.
  public func words(for output: Output) -> Text? { base.words(for: output) }

  /// Runs the flow inside.
  public nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Output {
    try await base.run(context)
  }
}
