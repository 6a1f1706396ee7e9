/// What a connection is doing, and so what is waited for: HTTP/1 with requests one after the other,
/// the next of which may come before an answer is written.
struct ConnectionState: Hashable {
  /// What the other side is to do.
  enum Wait: Hashable {
    /// Send the head of a request.
    case head
    /// Send the rest of a request's body, or its next step at least.
    case body(step: Int, isEnding: Bool)
    /// Take what is written of an answer.
    case answer(isEnding: Bool)
    /// Close its side, too.
    case closing
  }

  /// How many requests have come that are not fully answered.
  private var open = 0
  private var isReadingBody = false
  /// How much of the body under way has come, and how much of one is a step.
  private var bodyBytes = 0
  private let bodyStepBytes: Int
  private var isAnswering = false
  private var isOutputClosed = false
  /// How many pieces of an answer are written and not taken.
  private var untaken = 0

  /// How much of the body under way has come after its answer was begun: nobody reads that any more.
  private(set) var passedOverBytes = 0

  /// Whether the server has been asked to end.
  private(set) var isEnding = false

  /// Makes the state of a new connection.
  ///
  /// - Parameter bodyStepBytes: how many bytes of a body are a step, after which it is waited for anew.
  init(bodyStepBytes: Int = ConnectionLimits().bodyStepBytes) {
    self.bodyStepBytes = max(1, bodyStepBytes)
  }

  /// Whether no request is under way.
  var isIdle: Bool { open == 0 }

  /// What is waited for; nil if the other side waits for the server.
  var wait: Wait? {
    if isOutputClosed { return .closing }
    // The server may let time pass between the pieces of an answer, but not when it is to end.
    if isAnswering, untaken > 0 || isEnding { return .answer(isEnding: isEnding) }
    // Before an earlier request is answered, nobody reads the next one's body.
    if isReadingBody, open <= 1 {
      // A server that is to end waits once.
      return .body(step: isEnding ? 0 : bodyBytes / bodyStepBytes, isEnding: isEnding)
    }
    return open == 0 ? .head : nil
  }

  mutating func headCame() {
    open += 1
    isReadingBody = true
    (bodyBytes, passedOverBytes) = (0, 0)
  }

  mutating func bodyCame(_ count: Int) {
    bodyBytes += count
    if open == 0 || open == 1 && isAnswering { passedOverBytes += count }
  }

  mutating func bodyEnded() { isReadingBody = false }

  mutating func answerBegan() { isAnswering = true }

  mutating func pieceWritten() { untaken += 1 }

  mutating func pieceTaken() { untaken -= 1 }

  /// A parser's error is answered without a request.
  mutating func answerEnded() {
    isAnswering = false
    open = max(0, open - 1)
  }

  mutating func outputClosed() { isOutputClosed = true }

  mutating func endingBegan() { isEnding = true }
}
