/// A read from outside as a flow: for running it at once with others, or where an API takes a flow.
///
///     let (rates, fees) = try await context.all(
///       Load("rates") { try await bank.rates() }, Load("fees") { try await bank.fees() })
///
/// It does what ``FlowContext/load(_:title:_:)`` does, and is in the journal as that would be.
public struct Load<Reply: Codable & Sendable>: Flow {
  /// The step's stable name.
  public let id: FlowID
  /// What people see while the read is under way; the step's id if it was left out.
  public let title: Text
  private let caption: Text?
  private let read: @Sendable () async throws -> Reply

  /// Makes a read.
  ///
  /// - Parameters:
  ///   - id: the step's stable name, unique among the steps of its flow that are asked at once.
  ///   - title: what people see while it is under way; nil for the text `<id>.activity` of the
  ///     flow's catalogue, if there is one.
  ///   - read: reads, on any thread; see ``FlowContext/load(_:title:_:)``.
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
