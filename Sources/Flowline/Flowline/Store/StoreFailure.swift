/// Why a session could not be kept or found: what was tried, where, and the system's reason.
public struct StoreFailure: Error, Sendable, Hashable, Codable {
  /// What went wrong, for programs.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable {
    /// A stable word.
    public let rawValue: String

    /// Makes a code of a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no such session.
    public static let notFound = Code(rawValue: "not-found")
    /// The session has a record already.
    public static let exists = Code(rawValue: "exists")
    /// Somebody else has the session open.
    public static let inUse = Code(rawValue: "in-use")
    /// Others are writing, and did not let this one write in time.
    public static let busy = Code(rawValue: "busy")
    /// The medium is full, or the user's share of it.
    public static let noSpace = Code(rawValue: "no-space")
    /// The place may not be read or written.
    public static let notAllowed = Code(rawValue: "not-allowed")
    /// Other users of the machine can read or change what is kept there; the reason says what to do.
    public static let openToOthers = Code(rawValue: "open-to-others")
    /// The store cannot be reached, and nothing was read; it may be there again in a moment.
    public static let unavailable = Code(rawValue: "unavailable")
    /// What is kept cannot be read, or not be understood.
    public static let unreadable = Code(rawValue: "unreadable")
    /// A newer version of the program keeps things there in a way that this one does not know; nothing is
    /// wrong with them.
    public static let newerVersion = Code(rawValue: "newer-version")
    /// Writing failed.
    public static let unwritable = Code(rawValue: "unwritable")
    /// What was written could not be made durable.
    public static let notSynced = Code(rawValue: "not-synced")
    /// The record failed before, or was closed.
    public static let closed = Code(rawValue: "closed")
  }

  /// What went wrong.
  public let code: Code
  /// The file or the database.
  public let place: String
  /// The system's words for it.
  public let reason: String

  /// Makes a failure.
  public init(_ code: Code, at place: String, _ reason: String) {
    self.code = code
    self.place = place
    self.reason = reason
  }
}

extension StoreFailure: CustomStringConvertible {
  /// What went wrong, where and why.
  public var description: String {
    switch code {
    case .notFound: "no session is kept at \(place)"
    case .exists: "\(place) is kept already"
    case .inUse: "\(place) is in use by another program"
    case .closed: "\(place) is closed: \(reason)"
    case .openToOthers: "\(place): \(reason)"
    default: "\(place) (\(code.rawValue)): \(reason)"
    }
  }
}
