public import Flowline
public import FoundationEssentials
import Synchronization

/// An input that was sent to a session: by whom, when and where the session stood.
///
/// It says what was sent; what was taken is in the journal, which says nothing of who it was.
public struct AuditEntry: Sendable, Hashable {
  /// What was sent.
  public enum Act: String, Sendable, Hashable, CaseIterable {
    /// The session was started.
    case start
    /// An answer, or the fields of a page.
    case answer
    /// A step back.
    case back
    /// A flow was left: the innermost, or one that was named.
    case cancel
    /// Something else, such as a language or an event.
    case other
  }

  /// When it was sent, by the host's clock.
  public let moment: Date
  /// Who sent it.
  public let sender: HostedSender
  /// What was sent.
  public let act: Act
  /// The step that was asked then; nil if none was.
  public let step: StepPath?
  /// How many answers there were then.
  public let answers: Int

  /// Makes an entry.
  public init(
    _ act: Act, by sender: HostedSender, at moment: Date, step: StepPath?, answers: Int
  ) {
    self.act = act
    self.sender = sender
    self.moment = moment
    self.step = step
    self.answers = answers
  }
}

/// Keeps who sent the inputs of sessions, beside their journals.
public protocol AuditLog: Sendable {
  /// Keeps an entry, before its input is done: an input whose entry cannot be kept is not done.
  ///
  /// - Throws: ``HostFault``.
  func append(_ entry: AuditEntry, to key: SessionKey) async throws(HostFault)

  /// The entries of a session, the first one first; empty if there are none.
  ///
  /// - Throws: ``HostFault``.
  func entries(of key: SessionKey) async throws(HostFault) -> [AuditEntry]

  /// Forgets the entries of a session.
  ///
  /// - Throws: ``HostFault``.
  func remove(_ key: SessionKey) async throws(HostFault)

  /// Forgets the entries of all sessions of a user.
  ///
  /// - Throws: ``HostFault``.
  func removeAll(of user: UserID) async throws(HostFault)
}

/// An audit in memory, for tests and for hosts whose sessions are kept in memory.
public final class MemoryAuditLog: AuditLog {
  private let state = Mutex<[SessionKey: [AuditEntry]]>([:])

  /// Makes an empty one.
  public init() {}

  /// Keeps an entry.
  public func append(_ entry: AuditEntry, to key: SessionKey) async throws(HostFault) {
    state.withLock { $0[key, default: []].append(entry) }
  }

  /// The entries of a session.
  public func entries(of key: SessionKey) async throws(HostFault) -> [AuditEntry] {
    state.withLock { $0[key] ?? [] }
  }

  /// Forgets the entries of a session.
  public func remove(_ key: SessionKey) async throws(HostFault) {
    state.withLock { $0[key] = nil }
  }

  /// Forgets the entries of all sessions of a user.
  public func removeAll(of user: UserID) async throws(HostFault) {
    state.withLock { $0 = $0.filter { $0.key.user != user } }
  }
}
