public import Flowline

/// Why a host did not do what a call asked for.
///
/// Nothing has changed then, except that of ``Code/store`` nobody may know it: look at the session before
/// the input is sent again.
public struct HostFault: Error, Sendable, Hashable {
  /// What went wrong, for programs.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// A stable word.
    public let rawValue: String

    /// Makes a code of a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user has no such session.
    public static let notFound = Code(rawValue: "not-found")
    /// There is no such flow, or it is not offered to this user.
    public static let unknownFlow = Code(rawValue: "unknown-flow")
    /// The flow cannot be started now.
    public static let notOffered = Code(rawValue: "not-offered")
    /// The session's id is taken, by another session.
    public static let taken = Code(rawValue: "taken")
    /// The answers that a session is to be started with have more bytes than they may, see
    /// ``HostLimits/givenBytes``.
    public static let tooMuchGiven = Code(rawValue: "too-much-given")
    /// The user has as many unfinished sessions as there may be.
    public static let tooManySessions = Code(rawValue: "too-many-sessions")
    /// The user's files have as many bytes as they may.
    public static let tooManyFiles = Code(rawValue: "too-many-files")
    /// All users together have as many sessions, or files of as many bytes, as there may be, or send as many
    /// bytes at once.
    public static let full = Code(rawValue: "full")
    /// More is asked for at once than the host does.
    public static let busy = Code(rawValue: "busy")
    /// The host is about to end.
    public static let closing = Code(rawValue: "closing")
    /// The session's record cannot be used: it is damaged, of a flow that this program does not have, or has
    /// what a changed flow cannot continue with.
    ///
    /// It can be forgotten. One that does not fit the flows of this program may fit those of another server,
    /// while servers are replaced one after the other: ``HostFault/retryAfter`` says when to try again.
    public static let unusable = Code(rawValue: "unusable")
    /// The session is of another world than the user has at this host, see ``HostedWorld/name``: another
    /// host may have it.
    public static let otherWorld = Code(rawValue: "other-world")
    /// The session was saved by a newer version of the program, or of one of its flows, than this one has.
    ///
    /// Nothing is lost: it opens here once this program is updated. While servers are replaced one after the
    /// other, another one has it.
    public static let newerVersion = Code(rawValue: "newer-version")
    /// A commit is under way in the session, which cannot be stopped: forget it once that is done.
    public static let committing = Code(rawValue: "committing")
    /// A list was asked for behind something that is no page's end.
    public static let unknownPage = Code(rawValue: "unknown-page")
    /// The store cannot be used.
    public static let store = Code(rawValue: "store")
    /// The user's flows cannot be used.
    public static let noWorld = Code(rawValue: "no-world")
  }

  /// What went wrong.
  public let code: Code
  /// What went wrong, in words for programmers.
  ///
  /// It may be told to callers unless ``isInternal``.
  public let reason: String
  /// What those who look after the program are told besides, such as where the store is; no caller is.
  public let cause: String?
  /// What it says to people; nil if only the code does.
  public let refusal: Refusal?
  /// When it is worth trying again; nil if that changes nothing.
  public let retryAfter: Duration?
  /// The same in whole seconds, at least one, as replies say it.
  package var retrySeconds: Int? { retryAfter.map { max(1, Int($0.components.seconds)) } }

  /// Makes a fault.
  public init(
    _ code: Code, _ reason: String, cause: String? = nil, refusal: Refusal? = nil,
    retryAfter: Duration? = nil
  ) {
    self.code = code
    self.reason = reason
    self.cause = cause
    self.refusal = refusal
    self.retryAfter = retryAfter
  }
}

extension HostFault: CustomStringConvertible {
  /// The code, the reason and the cause.
  public var description: String {
    "\(code.rawValue): \(reason)\(cause.map { " (\($0))" } ?? "")"
  }
}

extension HostFault {
  /// Whether something of the program's own is at fault, and not the call: a store, a record, the flows.
  ///
  /// Callers are told that it failed, and nothing of why.
  public var isInternal: Bool {
    switch code {
    case .notFound, .unknownFlow, .notOffered, .taken, .tooMuchGiven, .tooManySessions,
      .tooManyFiles, .full, .busy, .closing, .newerVersion, .committing, .unknownPage:
      false
    default: true
    }
  }
}

extension HostFault {
  /// The fault that a failure of the store is.
  init(_ failure: StoreFailure) {
    let cause = failure.place
    switch failure.code {
    case .notFound: self = .noSession
    case .exists: self.init(.taken, Self.takenID.reason, cause: cause)
    case .unknownPage: self.init(.unknownPage, "no page of the list ends there", cause: cause)
    default:
      // What cannot be read now cannot be read in a moment either.
      let isForGood = failure.code == .unreadable || failure.code == .newerVersion
      self.init(
        .store, "\(failure.code.rawValue), \(failure.reason)", cause: cause,
        retryAfter: isForGood ? nil : .seconds(2))
    }
  }

  /// The fault that a failure of one session's record is.
  init(ofRecord failure: StoreFailure) {
    switch failure.code {
    case .unreadable:
      self.init(
        .unusable, "the session's record cannot be read: \(failure.reason)", cause: failure.place)
    case .newerVersion: self = .newer(failure.reason, cause: failure.place)
    case .notFound: self = .noSession
    default: self.init(failure)
    }
  }

  init(_ fault: ResumeFault) {
    switch fault {
    case .unreadable(let failure): self.init(ofRecord: failure)
    case .newerFormat, .newerVersion: self = .newer("\(fault)")
    case .otherWorld: self.init(.otherWorld, "\(fault)")
    case .unknownFlow, .unknownVariant: self = .unfit("\(fault)")
    case .unreadableReply(let unreadable):
      let place = unreadable.line.map { "line \($0): " } ?? ""
      self = .unfit(
        """
        \(place)what is recorded of \(unreadable.step) cannot be read: resume the session with the \
        version of the flow that recorded it
        """)
    case .commitDiffers(let differs):
      self = .unfit(
        """
        \(differs.step) was \(differs.wasDone ? "done" : "begun") with other contents than the flow has \
        now: resume the session with the version of the flow that began it
        """)
    case .damaged, .ended: self.init(.unusable, "\(fault)")
    }
  }

  /// Why a session is not opened whose record does not fit the flows of this program.
  ///
  /// While servers are replaced one after the other, another one has flows that it fits.
  ///
  /// - Parameter reason: what does not fit; without what was answered, read or written, as it is logged.
  private static func unfit(_ reason: String) -> HostFault {
    HostFault(.unusable, reason, retryAfter: .seconds(60))
  }

  /// Why a session is not opened that a newer program saved.
  private static func newer(_ reason: String, cause: String? = nil) -> HostFault {
    HostFault(.newerVersion, reason, cause: cause, retryAfter: .seconds(5))
  }

  /// What lists tell of the session was saved by a newer program.
  static let newerSummary = newer(
    """
    the session was saved by a newer version of the program: nothing is lost, resume it with a newer \
    program
    """)

  /// What was sent could not be stored.
  static func notKept(_ failure: StoreFailure?) -> HostFault {
    let reason =
      failure?.code == .unknownOutcome
      ? "nobody knows whether what was sent was stored: the next call reads what the store has"
      : "what was sent could not be stored, and was not taken"
    return HostFault(
      .store, reason, cause: failure.map { "\($0)" }, retryAfter: .seconds(2))
  }

  /// What was sent could not be stored yet, and may be later.
  static func notKnown(_ failure: StoreFailure?) -> HostFault {
    HostFault(
      .store,
      "what was sent is not stored yet: look at the session before sending it again, which does no harm",
      cause: failure.map { "\($0)" }, retryAfter: .seconds(2))
  }

  /// The id is that of another user's session.
  static let takenID = HostFault(.taken, "the id is a session's already")

  /// What is under way outside would be carried out with no record of it left.
  static let stillCommitting = HostFault(
    .committing, "a commit is under way, and nothing is forgotten before it is done",
    retryAfter: .seconds(2))

  static let noFile = HostFault(.notFound, "the session shows no such file")

  static let noSession = HostFault(.notFound, "the user has no session of this id")
}
