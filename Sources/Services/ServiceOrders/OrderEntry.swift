public import GRDB
public import ServiceBasics

/// An order as it is in the book.
public struct OrderEntry: Sendable, Codable, FetchableRecord, PersistableRecord {
  /// The table of the entries in the book's file.
  public static let databaseTableName = "entry"

  /// The order's key; no two orders have the same.
  public var key: String
  /// What the provider knows it by; orders that mean the same may share it.
  public var providerID: String
  /// Whose order it is, in the provider's words; nil if that was not known when it was made.
  public var owner: String?
  /// What it is about, such as an account: of the orders of a scope only one is open at a time.
  public var scope: String
  /// What is ordered; the provider's own word.
  public var kind: String
  /// The order as JSON, the same for equal orders.
  public var contents: String
  /// What was known before it was sent, as JSON; what that is follows from the kind.
  public var basis: String
  /// When it was made, in milliseconds since 1970: by the provider's clock, as near as it is known.
  public var orderedAt: Int64
  /// When it was sent last, by this machine's clock, in milliseconds since 1970.
  public var sentAt: Int64
  /// When it was sent last, by `Uptime`: the machine's start, and milliseconds since then.
  public var sentBoot: String
  /// See ``sentBoot``.
  public var sentUptime: Int64
  /// How far it has come.
  public var state: OrderProgress.State
  /// The answer as JSON; nil as long as it is not done.
  public var answer: String?
  /// The id of what it made; no two orders made the same.
  public var made: String?

  /// Makes an entry of an order that was not sent yet.
  public init(
    key: String, providerID: String, owner: String?, scope: String, kind: String, contents: String,
    basis: String, orderedAt: Timestamp, now: Timestamp
  ) {
    self.key = key
    self.providerID = providerID
    self.owner = owner
    self.scope = scope
    self.kind = kind
    self.contents = contents
    self.basis = basis
    self.orderedAt = orderedAt.milliseconds
    sentAt = now.milliseconds
    sentBoot = ""
    sentUptime = 0
    state = .made
  }

  /// When it was sent last, by a clock that cannot be put forward.
  public var sentUp: Uptime { Uptime(boot: sentBoot, milliseconds: sentUptime) }
}

/// Something that an order uses up, such as a payment whose round-up it moves: no two orders of an
/// owner claim the same.
///
/// An order that is refused or given up claims nothing any more.
public struct OrderClaim: Sendable, Codable, FetchableRecord, PersistableRecord {
  /// The table of the claims in the book's file.
  public static let databaseTableName = "claim"

  /// The id of what is claimed.
  public var subject: String
  /// What it belongs to, such as an account.
  public var place: String
  /// When it came about, in milliseconds since 1970.
  public var time: Int64
  /// The key of the order.
  public var orderKey: String

  /// Makes a claim.
  public init(subject: String, place: String, time: Timestamp, orderKey: String) {
    self.subject = subject
    self.place = place
    self.time = time.milliseconds
    self.orderKey = orderKey
  }
}
