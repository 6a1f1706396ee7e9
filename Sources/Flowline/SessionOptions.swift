public import FoundationEssentials

/// What a session starts from: the world it sees, and what it is rebuilt from.
public struct SessionOptions: Sendable {
  /// Locale, time zone and the time of the start; the journal's, or else the system's.
  public var environment: FlowEnvironment?
  /// The session's own id; the journal's, or else a random one.
  public var session: UUID?
  /// A record to rebuild from: what it holds is not asked, read or written again.
  public var journal: Journal?
  /// Where the session is kept, so that it outlives the process; closed when the session ends.
  public var record: (any SessionRecord)?
  /// A record that loads and commits are answered from, so that none of them runs.
  public var effects: Journal?
  /// Which of a catalogue's variants the flow is.
  public var variant: FlowID?

  /// Makes options; nothing said means a new session of the system's world.
  public init(
    environment: FlowEnvironment? = nil, session: UUID? = nil, journal: Journal? = nil,
    effects: Journal? = nil, variant: FlowID? = nil, record: (any SessionRecord)? = nil
  ) {
    self.environment = environment
    self.session = session
    self.journal = journal
    self.effects = effects
    self.variant = variant
    self.record = record
    if let record, session == nil { self.session = record.session }
  }
}
