/// A write to outside as a flow: for running it at once with others, or where an API takes a flow.
///
/// It does what ``FlowContext/commit(_:title:key:_:)`` does, and is in the journal as that would be. A
/// commit that is under way is never cut off by another child at once that finishes first.
public struct Commit<Reply: Codable & Sendable>: Flow {
  /// The step's stable name.
  public let id: FlowID
  /// What people see while the write is under way; the step's id if it was left out.
  public let title: Text
  private let caption: Text?
  private let key: IdempotencyKey?
  private let contents: (any Encodable & Sendable)?
  private let write: @Sendable (IdempotencyKey) async throws -> Reply

  /// Makes a write.
  ///
  /// - Parameters:
  ///   - id: the step's stable name, unique among the steps of its flow that are asked at once.
  ///   - title: what people see while it is under way; nil for the text `<id>.activity` of the
  ///     flow's catalogue, if there is one.
  ///   - key: a key derived from the thing itself; nil for one of the session's own.
  ///   - write: writes, on any thread, and hands the key on; see
  ///     ``FlowContext/commit(_:title:key:_:)``.
  public init(
    _ id: StepID, title: Text? = nil, key: IdempotencyKey? = nil,
    _ write: @escaping @Sendable (IdempotencyKey) async throws -> Reply
  ) {
    self.id = id
    self.title = title ?? Text(verbatim: id.rawValue)
    self.key = key
    caption = title
    contents = nil
    self.write = write
  }

  /// Makes a write that journals what is sent together with the key.
  public init<Contents: Encodable & Sendable>(
    _ id: StepID, title: Text? = nil, key: IdempotencyKey? = nil, of contents: Contents,
    _ write: @escaping @Sendable (Contents, IdempotencyKey) async throws -> Reply
  ) {
    self.id = id
    self.title = title ?? Text(verbatim: id.rawValue)
    self.key = key
    caption = title
    self.contents = contents
    self.write = { key in try await write(contents, key) }
  }

  /// Writes, or has the reply of the journal.
  public nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Reply {
    let session = try context.ownedSession()
    let recorded = try contents.map { try session.forms.encode($0, of: id) }
    return try await session.commit(
      Engine.Write(id: id, contents: recorded, key: key, isWhole: true), title: caption,
      context.frame, write)
  }
}
