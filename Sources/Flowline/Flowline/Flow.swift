/// A unit of interaction that, once started, ends with exactly one typed outcome.
///
/// A flow is a description: a value that can be run any number of times. Its state is the point its
/// body has reached. The body must do everything that touches the world through its context, so
/// that running it again over a journal leads to the same point.
///
///     struct GreetFlow: Flow {
///       let id: FlowID = "greet"
///
///       func run(_ context: FlowContext) async throws -> String {
///         let name = try await context.run(TextScreen("name", "What is your name?"))
///         return "Hello, \(name)!"
///       }
///     }
public protocol Flow<Output>: Sendable {
  /// What the flow results in. It must be encodable, so that scripts and programs can have it.
  associatedtype Output: Encodable & Sendable

  /// The flow's stable name. Journals have it, so it never follows a Swift type's name.
  var id: FlowID { get }

  /// Counts up when the flow asks something else than before; 1 if it is not declared.
  var version: Int { get }

  /// The texts of the flow and its steps, each under the step's id: `name.question`, `name.label`,
  /// `confirm.row.amount`, `goal.option.new`, `name.refusal.taken`. Nil if they are written in the
  /// flow; then those of the flow that runs it are looked in.
  var catalog: TextCatalog? { get }

  /// What people call the flow, in a few words; the text `<id>.title` of its catalogue by itself, or
  /// else its id.
  var title: Text { get }

  /// One line about what the flow is for; the text `<id>.summary` of its catalogue by itself.
  var summary: Text { get }

  /// What a result means to a person, in a sentence, as in `Goal “Bike” made: £0.00 of £1,500.00.`; nil by
  /// itself. Front ends show it in place of the result's members; programs get those.
  func words(for output: Output) -> Text?

  /// How journals of older versions are read; empty if it is not declared.
  var migrations: [Migration] { get }

  /// How many questions the flow asks from its start to its result, those of its children included:
  /// the fewest and the most. Nil if the flow does not say.
  ///
  /// It makes ``Prompt/progress`` say how many there are in all. ``FlowContext/expect(_:)`` refines
  /// it once the flow knows better.
  var steps: ClosedRange<Int>? { get }

  /// How it is shown beside the pages of the flow that runs it; in place if nothing is said. See
  /// ``presented(_:)``.
  var presentationStyle: PresentationStyle { get }

  /// What becomes of the flow that runs it when it is cancelled; ``CancelRule/endsCaller`` by itself. See
  /// ``cancelGoesBack()``.
  var cancelRule: CancelRule { get }

  /// The body: runs children and effects in turn, and returns the result.
  ///
  /// - Throws: ``FlowCancelled`` to end as cancelled; any other error to end as failed.
  nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Output
}

extension Flow {
  /// 1: the first version.
  public var version: Int { 1 }

  /// None: journals of older versions are read unchanged.
  public var migrations: [Migration] { [] }

  /// Not said.
  public var steps: ClosedRange<Int>? { nil }

  /// None.
  public var catalog: TextCatalog? { nil }

  /// The text of the catalogue, or else the id.
  public var title: Text { .placed(.title, else: id.rawValue) }

  /// The text of the catalogue, or else nothing.
  public var summary: Text { .placed(.summary, else: "") }

  /// None.
  public func words(for output: Output) -> Text? { nil }
}

extension Flow {
  /// The same flow with its result changed.
  public func map<Other: Encodable & Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> Other
  ) -> some Flow<Other> {
    MappedFlow(base: self, transform: transform)
  }

  /// The same flow under another id, for running it twice in one flow.
  public func named(_ id: FlowID, title: Text? = nil) -> some Flow<Output> {
    NamedFlow(base: self, id: id, title: title ?? .placed(.title, else: id.rawValue))
  }
}

private struct MappedFlow<Base: Flow, Output: Encodable & Sendable>: FlowWrapper {
  let base: Base
  let transform: @Sendable (Base.Output) throws -> Output

  func run(_ context: FlowContext) async throws -> Output {
    try transform(try await base.run(context))
  }
}

private struct NamedFlow<Base: Flow>: FlowWrapper {
  typealias Output = Base.Output

  let base: Base
  let id: FlowID
  let title: Text
}
