/// A write to outside as a flow: for running it at once with others, or where a flow is wanted.
///
/// It does what ``FlowContext/commit(_:title:_:)`` does, and stands in the journal as that would. A
/// commit that is under way is never cut off by another child at once that finishes first.
public struct Commit<Reply: Codable & Sendable>: Flow {
  /// The step's stable name.
  public let id: FlowID
  public let title: Text
  private let caption: Text?
  private let contents: Payload
  private let write: @Sendable (IdempotencyKey) async throws -> Reply

  /// Makes a write.
  ///
  /// - Parameter title: what people are told is under way.
  public init(
    _ id: StepID, title: Text? = nil,
    _ write: @escaping @Sendable (IdempotencyKey) async throws -> Reply
  ) {
    self.id = id
    self.title = title ?? Text(verbatim: id.rawValue)
    caption = title
    contents = .none
    self.write = write
  }

  /// Makes a write that journals what is sent together with the key.
  public init<Contents: Encodable & Sendable>(
    _ id: StepID, title: Text? = nil, of contents: Contents,
    _ write: @escaping @Sendable (Contents, IdempotencyKey) async throws -> Reply
  ) {
    self.id = id
    self.title = title ?? Text(verbatim: id.rawValue)
    caption = title
    self.contents = .value(EncodableValue(contents))
    self.write = { key in try await write(contents, key) }
  }

  /// Writes, or has the reply of the journal.
  public nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Reply {
    try await context.session.perform(
      id, isCommit: true, of: contents, title: caption, context.frame, isWhole: true, write)
  }
}
