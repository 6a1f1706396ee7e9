/// What a connection is doing, and so what is waited for: HTTP/1 with requests one after the other,
/// the next of which may come before an answer is written.
struct ConnectionState: Hashable {
  /// What the other side is to do.
  enum Wait: Hashable {
    /// Send the head of a request.
    case head
    /// Send the rest of a request's body, or its next step at least.
    case body(step: Int, isEnding: Bool)
    /// Take what is written of an answer, or its next step at least.
    case answer(step: Int, isEnding: Bool)
    /// Close its side, too.
    case closing
  }

  /// How many requests have come that are not fully answered.
  private var open = 0
  /// Of each request whose answer has not begun, whether it is of HTTP/1.0; the next to be answered first.
  private var unanswered: [Bool] = []
  /// Whether a request of HTTP/1.0 has come.
  private var hasOldRequest = false
  private var isReadingBody = false
  /// How much of the body under way has come.
  private var bodyBytes = 0
  /// How long the body under way is by its head; 0 if the head does not say.
  private var announcedBytes = 0
  /// Whether the sender of the body under way waits to be asked for it.
  private var isExpecting = false
  private let limits: ConnectionLimits
  private var isAnswering = false
  /// How many pieces of an answer are written and not taken.
  private var untaken = 0
  /// How much was taken since all that was written before had been.
  private var takenBytes = 0

  /// How much of the body under way has come after its answer was begun: nobody reads that any more.
  private(set) var passedOverBytes = 0

  /// Whether the answer under way, or the newest one, is the connection's last: it is for a request of
  /// HTTP/1.0, or the rest of its request's body is too long to pass it over for another request, or may
  /// never come.
  private(set) var isLast = false

  /// Whether the answer under way, or the newest one, is for a request of HTTP/1.0.
  private(set) var isForOld = false

  /// Whether the server has written its last byte.
  private(set) var isOutputClosed = false

  /// Whether the server has been asked to end.
  private(set) var isEnding = false

  /// Makes the state of a new connection.
  init(_ limits: ConnectionLimits = ConnectionLimits()) { self.limits = limits }

  /// Whether no request is under way.
  var isIdle: Bool { open == 0 }

  /// Whether nothing that comes is read any more.
  var isOver: Bool { isOutputClosed || (isLast || hasOldRequest) && !isReadingBody }

  /// Whether more of a body nobody reads has come than is passed over.
  var isTooLong: Bool { passedOverBytes > limits.refusedBodyBytes }

  /// Whether the newest request is the next to be answered, and its answer has not begun.
  var isNextAnswered: Bool { open == 1 && !isAnswering }

  /// Whether the body under way is to be asked for now.
  var awaitsContinue: Bool { isExpecting && isNextAnswered }

  /// What is waited for; nil if the other side waits for the server.
  var wait: Wait? {
    // What is not read before the connection is closed takes the answer along.
    if isOutputClosed { return isReadingBody && !isTooLong ? bodyWait : .closing }
    // The server may let time pass between the pieces of an answer, but not when it is to end.
    if isAnswering, untaken > 0 || isEnding { return answerWait }
    // Before an earlier request is answered, nobody reads the next one's body.
    if isReadingBody, open <= 1 { return bodyWait }
    return open == 0 ? .head : nil
  }

  /// A server that is to end waits once.
  private var bodyWait: Wait {
    .body(step: isEnding ? 0 : bodyBytes / max(1, limits.bodyStepBytes), isEnding: isEnding)
  }

  private var answerWait: Wait {
    .answer(step: isEnding ? 0 : takenBytes / max(1, limits.answerStepBytes), isEnding: isEnding)
  }

  /// A request began.
  ///
  /// - Parameters:
  ///   - bytes: how long its body is by its head; 0 if the head does not say.
  ///   - isExpecting: whether the body is sent only once it is asked for.
  ///   - isOld: whether it is of HTTP/1.0, so that the connection ends with its answer (RFC 9112, 9.3).
  mutating func headCame(
    announcing bytes: Int = 0, isExpecting: Bool = false, isOld: Bool = false
  ) {
    open += 1
    unanswered.append(isOld)
    hasOldRequest = hasOldRequest || isOld
    isReadingBody = true
    self.isExpecting = isExpecting
    (bodyBytes, announcedBytes, passedOverBytes) = (0, bytes, 0)
  }

  mutating func bodyCame(_ count: Int) {
    isExpecting = false
    bodyBytes += count
    if open == 0 || open == 1 && isAnswering { passedOverBytes += count }
  }

  mutating func bodyEnded() { (isReadingBody, isExpecting) = (false, false) }

  mutating func bodyAskedFor() { isExpecting = false }

  mutating func answerBegan() {
    isAnswering = true
    // A parser's error is answered without a request.
    isForOld = unanswered.isEmpty ? false : unanswered.removeFirst()
    if isForOld { isLast = true }
    guard !isForOld, open == 1, isReadingBody else { return }
    isLast = isExpecting || announcedBytes - bodyBytes > limits.reusedBodyBytes
    isExpecting = false
  }

  mutating func pieceWritten() { untaken += 1 }

  mutating func pieceTaken(_ bytes: Int) {
    untaken -= 1
    takenBytes = untaken == 0 ? 0 : takenBytes + bytes
  }

  mutating func answerEnded() {
    isAnswering = false
    // A parser's error is answered without a request.
    open = max(0, open - 1)
  }

  mutating func outputClosed() { isOutputClosed = true }

  mutating func endingBegan() { isEnding = true }
}
