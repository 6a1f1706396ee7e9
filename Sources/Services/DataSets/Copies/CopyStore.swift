public import ServiceBasics

/// Where copies of data sets are kept between runs, for several users and processes at once.
///
/// A store is only a convenience: whatever is wrong with it becomes a ``CopyNote``, and the service
/// is asked instead. Conformers must guarantee:
///
/// - Tickets grow strictly, across all processes. A read takes one before it asks the service, and a
///   mark takes one when it is made, so their order does not depend on any clock.
/// - A copy with an older ticket never replaces one with a newer ticket.
/// - What one user has read is never returned for another.
public protocol CopyStore: Sendable {
  /// Takes the next ticket; nil if the store cannot be used.
  func takeTicket() -> Int64?

  /// The copy of what a user read; nil if there is none that can be used.
  func copy(of scope: DataSetScope, for user: String) -> StoredCopy?

  /// The ticket of the last mark that said a user's data is stale; nil if there is none.
  ///
  /// - Parameters:
  ///   - scope: the kind of data, and what it is about.
  ///   - user: whose data it is; nil is any user, if it is not known whose.
  /// - Returns: the ticket, or nil.
  func lastMark(of scope: DataSetScope, for user: String?) -> Int64?

  /// Keeps a copy, unless a newer one is there.
  ///
  /// - Parameters:
  ///   - copy: the data, with the ticket of its read.
  ///   - scope: the kind of data, and what it is about.
  ///   - user: whose data it is.
  ///   - credential: what the data was read with; nil if there are no credentials at this service.
  ///     A copy is kept only while the store has it that this credential speaks for the user, so a
  ///     log-out in one process ends the keeping in all.
  func keep(
    _ copy: NewCopy, of scope: DataSetScope, for user: String, readWith credential: String?)

  /// Marks data as stale.
  ///
  /// - Parameters:
  ///   - scopes: the kinds of data, and what they are about.
  ///   - user: whose data it is; nil marks the data of all users, if it is not known whose.
  func markStale(_ scopes: [DataSetScope], for user: String?)

  /// Removes the copies of a user, and forgets which credentials are theirs. What was read before is
  /// stale then for all users, since the marks are removed as well.
  ///
  /// - Parameter user: whose copies; nil removes all copies, if it is not known whose.
  func removeCopies(of user: String?)

  /// The user a credential speaks for; nil if that is not known.
  func user(of credential: String) -> String?

  /// Keeps which user a credential speaks for.
  func learn(_ user: String, speaksThrough credential: String)

  /// Takes a note of a copy that cannot be used.
  func note(_ note: CopyNote)

  /// The path of the copies, for notes.
  var path: String { get }
}

/// A copy that is to be kept.
public struct NewCopy: Sendable, Hashable {
  /// The interval that was asked for, if the data has one.
  public let interval: Range<Timestamp>?

  /// When the service was asked.
  public let readAt: Timestamp

  /// The ticket that was taken before the service was asked.
  public let ticket: Int64

  /// The value, as JSON.
  public let json: [UInt8]

  /// Describes a copy.
  public init(interval: Range<Timestamp>?, readAt: Timestamp, ticket: Int64, json: [UInt8]) {
    self.interval = interval
    self.readAt = readAt
    self.ticket = ticket
    self.json = json
  }
}

/// A copy that was kept.
public struct StoredCopy: Sendable, Hashable {
  /// The copy as it was kept.
  public let copy: NewCopy

  /// Whether something has changed the data since the service was asked.
  public let isStale: Bool

  /// Describes a copy.
  public init(_ copy: NewCopy, isStale: Bool) {
    self.copy = copy
    self.isStale = isStale
  }
}
