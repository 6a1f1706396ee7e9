// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days

extension FreeAgent {
  /// The days up to which the accounts are locked, and those up to which they can be.
  ///
  /// It is the whole body of an answer.
  ///
  /// Source: the page “Account Locks”.
  public struct AccountLocks: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// All locks there are, those of users and the others.
      public let accountLocks = Field<[AccountLock]>("account_locks", .essential)
      /// The first day up to which a user can lock; nil if no user can.
      public let earliestLockDate = Field<Day>("earliest_lock_date", .readOnly)
      /// The last day up to which a user can lock; nil if no user can.
      public let latestLockDate = Field<Day>("latest_lock_date", .readOnly)
    }
  }
}

extension FreeAgent {
  /// A day up to which the accounts are locked.
  ///
  /// Source: the page “Account Locks”.
  public struct AccountLock: Record {
    public static let schema = Schema(Fields())

    /// The member of the body that sets a lock.
    public static let key = "account_lock"

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The day, that included.
      public let lockedToDate = Field<Day>("locked_to_date", [.required, .essential])
      /// True for the lock of a user, which alone can be changed; nil for the others.
      public let userLock = Field<Bool>("user_lock", .readOnly)
      /// Who or what locked, in words.
      public let lockedByDescription = Field<String>("locked_by_description", .readOnly)
      /// The address of that.
      public let lockedByURL = Field<String>("locked_by_url", .readOnly)
    }
  }
}
