/// How much a host does at once, and how long it keeps what nobody asks for.
public struct HostLimits: Sendable, Hashable {
  /// How many sessions are in memory at the most; those that were used longest ago are unloaded.
  public var sessionsInMemory = 20_000
  /// How many bytes they take at the most, by an estimate: some for each session and each entry of its
  /// journal, those of the journal twice, and those of the answers that it was started with.
  public var bytesInMemory = 512 << 20
  /// How long a session stays in memory without a call.
  public var idleTime = Duration.seconds(600)

  /// How many loads, commits and checks run at once.
  public var effectsAtOnce = 256
  /// How many effects wait for their turn at the most; a load is held then, a commit not sent.
  public var effectsWaiting = 10_000
  /// How long a load or a check may take; it is given up then, and the person asked what to do.
  public var loadTime = Duration.seconds(30)
  /// How long a commit may take; whether it was carried out is unknown then, and the person is asked.
  ///
  /// It has to be longer than a service's client waits before it repeats a request that was not answered:
  /// otherwise a person is asked about what a moment later would have been repeated.
  public var commitTime = Duration.seconds(120)

  /// How many unfinished sessions a user may have.
  public var sessionsPerUser = 100
  /// How many unfinished sessions of one flow a user may have; nil for as many as of all flows together.
  public var sessionsPerUserAndFlow: Int?
  /// How many unfinished sessions of one flow all users may have together; nil for as many as of all flows.
  ///
  /// Like ``sessionsInAll`` it is compared with what the store counted a minute ago at most and what this host has
  /// added since. The store lists up to so many sessions of the flow for it, once a minute while such are begun.
  public var sessionsPerFlow: Int?
  /// How many unfinished sessions all users may have together.
  ///
  /// Useful if anybody may begin one without a log-in, since each such person is a new user. Like
  /// ``fileBytesInAll`` it is compared with what the store counted a minute ago at most and what this host
  /// has added since; `Int.max` asks the store for nothing.
  public var sessionsInAll = 10_000_000
  /// How many bytes the files of all sessions of a user may have together.
  ///
  /// Files that flows keep by themselves count, and are not refused.
  public var fileBytesPerUser = 500_000_000
  /// How many bytes the files of all users may have together.
  public var fileBytesInAll = 50_000_000_000
  /// How many bytes the answers may have together that a session is started with.
  ///
  /// Those whose questions were not asked yet are in memory alone.
  public var givenBytes = 262_144
  /// How many bytes an event may have that is delivered to a session.
  public var eventBytes = 65_536
  /// How many events a session keeps that no step has waited for yet.
  public var eventsWaiting = 100
  /// How many calls are done at once; more are refused with when to try again.
  public var callsAtOnce = 20_000
  /// How many calls of one user are done at once.
  public var callsPerUser = 64
  /// How many bytes the bodies of requests of all users have together that are being read or carried out.
  ///
  /// More are refused with when to try again. Messages of agents count while they are read. The first 16 KiB of
  /// each do not count, so that nobody's uploads keep others from answering.
  public var bodyBytesAtOnce = 256 << 20
  /// How many may follow sessions at once, all users together, see ``SessionHost/states(of:)``; they are not
  /// counted as calls.
  public var followersAtOnce = 20_000
  /// How many followers one user may have at once.
  public var followersPerUser = 64
  /// How many calls of one user to sessions are done in a minute of the clock; nil for any number.
  ///
  /// Each host counts for itself, and no host counts lists.
  public var callsPerMinute: Int?

  /// After how long without a change an unfinished session is left; nil for never.
  public var abandonedAfter: Duration? = .seconds(30 * 86_400)
  /// How long a session that has ended is kept; nil for ever.
  ///
  /// A store that forgets sessions by the month may keep it ``monthWait`` longer. One whose end a newer version
  /// of the program tells in a word that this one does not know is left to that version, unless the store
  /// forgets its month.
  public var endedKept: Duration? = .seconds(90 * 86_400)
  /// How often the host looks for what is to be unloaded and taken up.
  public var sweepInterval = Duration.seconds(5)
  /// How often it looks for what is to be left and forgotten.
  public var cleanUpInterval = Duration.seconds(3_600)
  /// How long the end of the program, or the erasing of a user, waits for commits under way.
  public var closingTime = Duration.seconds(30)

  /// Makes the usual limits.
  public init() {}
}
