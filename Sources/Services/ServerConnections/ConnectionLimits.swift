/// How long a server waits for the other side of a connection, and how much it takes from it.
///
/// A connection that is past a limit is closed. A request that is being carried out has no limit: it is
/// the server that is waited for.
public struct ConnectionLimits: Sendable, Hashable {
  /// From the opening of a connection, or the end of an answer, to the end of the next request's head.
  public var head: Duration = .seconds(60)

  /// From the end of a request's head, and from each step of ``bodyStepBytes``, to the next step or the
  /// end of its body.
  ///
  /// A large body may come slowly as long as it comes: a photo over a slow telephone takes minutes.
  public var body: Duration = .seconds(30)

  /// How many bytes of a body are a step: fewer do not make the server wait longer.
  public var bodyStepBytes = 32 * 1024

  /// From the end of a request's head to the end of its body, however steadily it comes.
  public var wholeBody: Duration = .seconds(900)

  /// From the writing of a piece of an answer, and from each step of ``answerStepBytes`` that is taken, until
  /// the next step or all that is written is taken.
  ///
  /// A large answer may be taken slowly as long as it is taken: a file over a slow telephone takes minutes.
  public var answer: Duration = .seconds(20)

  /// How many bytes of an answer are a step: fewer do not make the server wait longer.
  public var answerStepBytes = 32 * 1024

  /// From the writing of a piece of an answer until all that is written is taken, however steadily that is.
  public var wholeAnswer: Duration = .seconds(900)

  /// From the server's last byte, and the end of the body under way, until the other side has closed
  /// the connection.
  public var closing: Duration = .seconds(2)

  /// How long an answer without the body is waited for if the body's sender waits to be asked for it
  /// (`Expect: 100-continue`); then it is asked.
  public var deciding: Duration = .milliseconds(20)

  /// How long a body or an answer under way is waited for once the server has been asked to end.
  public var ending: Duration = .seconds(1)

  /// The most bytes that a request's head may have; more is answered with 400.
  public var headBytes = 32 * 1024

  /// The most bytes of a refused body that are passed over; the connection is closed after them.
  ///
  /// Most clients read no answer before they have sent the whole body. If the connection is closed under
  /// one, it gets an error of the network instead of the answer. So this is several times what any body
  /// may have.
  public var refusedBodyBytes = 64 * 1_048_576

  /// The most bytes of a refused body that are passed over so that another request can follow; if more
  /// are announced, the answer says that it is the connection's last.
  public var reusedBodyBytes = 256 * 1024

  /// The most connections that are served at once; the first request on another is answered with 503.
  public var connections = 15_000

  /// What ``head`` is while three quarters of the connections are open that there may be.
  public var crowdedHead: Duration = .seconds(10)

  /// The usual limits.
  public init() {}
}
