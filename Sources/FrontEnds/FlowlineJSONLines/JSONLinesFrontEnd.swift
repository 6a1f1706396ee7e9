public import Flowline
import FlowlineMessages
public import FoundationEssentials

/// Flows over lines of JSON, for programs in any language: each line of input is a request, each
/// line of output a message.
///
/// The lines are described in <doc:Protocol>. A whole program is
///
///     signal(SIGPIPE, SIG_IGN)
///     let end = JSONLinesFrontEnd("greeter") { _ in catalog }.run()
///     exit(end.isOver && end.isWritten ? EXIT_SUCCESS : EXIT_FAILURE)
///
/// A client that is gone is found out by the write that fails: ignore `SIGPIPE`, as above.
public struct JSONLinesFrontEnd {
  /// The version of the protocol, which the first line of output has.
  ///
  /// It counts up when a message changes its meaning or is gone; new messages and new members do
  /// not change it.
  public static let protocolVersion = Message.protocolVersion

  /// The program's name, for the first line of output.
  public var program: String
  /// The program's version, for the first line of output; nil leaves it out.
  public var version: String?
  /// What a session is begun with if its request does not say; asked for at each start.
  public var environment: () -> FlowEnvironment
  /// What keeps sessions while they run; nil if none are kept.
  public var store: (any SessionStore)?
  /// Which world its sessions belong to, such as a bank and a customer, see
  /// `SessionOptions.world`; nil if that is not known.
  public var world: String?
  /// Whether a session is dropped from the store once its end was written, also if it had ended earlier;
  /// one that failed is kept.
  public var forgetsEnded = true
  /// The only session that there is to be; nil if requests choose the flows.
  public var opening: Opening?
  /// The descriptor requests are read from; standard input.
  public var input: Int32 = 0
  /// The descriptor messages are written to; standard output.
  public var output: Int32 = 1
  private let catalog: (FlowEnvironment) throws -> FlowCatalog

  /// Makes a front end.
  ///
  /// - Parameters:
  ///   - program: its name, for the first line of output.
  ///   - version: its version, for the first line of output; nil leaves it out.
  ///   - store: keeps sessions while they run; nil if none are kept.
  ///   - world: which world they belong to; a session of another is not resumed.
  ///   - environment: locale, time zone and time of a flow whose request names no others.
  ///   - catalog: makes the flows for a world; asked at each start and for each list of flows. What
  ///     it throws is an error of the request.
  public init(
    _ program: String, version: String? = nil, store: (any SessionStore)? = nil,
    world: String? = nil, environment: @escaping () -> FlowEnvironment = { .current },
    catalog: @escaping (FlowEnvironment) throws -> FlowCatalog
  ) {
    self.program = program
    self.version = version
    self.store = store
    self.world = world
    self.environment = environment
    self.catalog = catalog
  }

  /// The session that a front end begins or resumes by itself, and ends with.
  public enum Opening {
    /// A flow is begun, with answers given beforehand, kept in the record if there is one.
    case begin(FlowID, record: (any SessionRecord)?, given: [GivenAnswer])
    /// A session is resumed, in another language if one is named; of one that has ended the end is
    /// written.
    case resume(any SessionRecord, given: [GivenAnswer], language: String? = nil)
  }

  /// What there was to do when the front end was left.
  public struct End: Sendable {
    /// How the last flow ended; nil if none was begun, or it was left for later.
    public let outcome: Outcome<JSONValue>?
    /// Whether the last flow was left for later, so that it has no outcome.
    public let isPaused: Bool
    /// Whether no flow was left in the middle by the end of input.
    public let isOver: Bool
    /// Whether all messages could be written.
    public var isWritten: Bool { writeError == nil }
    /// The `errno` of the message that could not be written, such as `EPIPE` if nobody reads any more; nil if
    /// all could.
    public let writeError: Int32?
    /// The session that was left and can be resumed; nil if there is none.
    public let session: UUID?
    /// Why the opening's session could not be begun or resumed; nil if it could.
    public let refusal: Refusal?
    /// What the session was held by when the input ended; nil if it was not.
    public let hold: PromptHold?
  }

  /// Takes requests until the input ends, nobody reads any more, or the opening's session is over.
  public func run() -> End {
    let wakeUp = WakeUpPipe()
    let conversation = Conversation(
      self, writer: LineWriter(output), wakeUp: wakeUp, catalog: catalog)
    conversation.begin()
    var lines = LineReader(input, wakeUp)
    while !conversation.isOver {
      switch lines.next() {
      case .line(let line): conversation.take(line)
      case .wokenUp: continue
      case .end: return conversation.end()
      }
    }
    return conversation.end()
  }
}
