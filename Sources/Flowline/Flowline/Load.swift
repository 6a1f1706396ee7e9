/// A read from outside as a flow: for running it at once with others, or where a flow is wanted.
///
///     let (rates, fees) = try await context.all(
///       Load("rates") { try await bank.rates() }, Load("fees") { try await bank.fees() })
///
/// It does what ``FlowContext/load(_:title:_:)`` does, and stands in the journal as that would.
public struct Load<Reply: Codable & Sendable>: Flow {
  /// The step's stable name.
  public let id: FlowID
  public let title: Text
  private let caption: Text?
  private let read: @Sendable () async throws -> Reply

  /// Makes a read.
  ///
  /// - Parameter title: what people are told is under way.
  public init(
    _ id: StepID, title: Text? = nil, _ read: @escaping @Sendable () async throws -> Reply
  ) {
    self.id = id
    self.title = title ?? Text(verbatim: id.rawValue)
    caption = title
    self.read = read
  }

  /// Reads, or has the reply of the journal.
  public nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Reply {
    try await context.ownedSession().load(id, title: caption, context.frame, isWhole: true, read)
  }
}
