import NIOCore
import NIOHTTP1

/// Closes a connection that keeps the server waiting for longer than its limits say.
///
/// It is between the HTTP decoder and whatever reads requests. Each wait has one deadline from its
/// beginning on: a byte that comes or is taken now and then extends none. Bodies and answers are waited for
/// step by step, and have a deadline for all of it besides; what is written at once is cut into steps.
///
/// It passes over bodies that nobody reads, so that their senders get the answer; if one is long, the
/// answer says `Connection: close`. A sender that waits to be asked for its body is asked. The answer to a
/// request of HTTP/1.0 is never in chunks (RFC 9112, 6.1): it ends with the connection.
///
/// A request that two servers may read in two ways, see ``HeadFault``, is answered here, and is the
/// connection's last.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: ConnectionLimits
  private let place: ConnectionCount.Place
  private let count: ConnectionCount
  private var state: ConnectionState
  private var deadline: (wait: ConnectionState.Wait, task: Scheduled<Void>)?
  /// When the body or the answer under way has to be whole; nil if neither is waited for.
  private var whole: (isAnswer: Bool, end: NIODeadline)?
  /// Asks for a body; nil if none waits for that.
  private var continuing: Scheduled<Void>?
  /// What is wrong with the newest request, after which nothing is read; nil if nothing is.
  private var fault: HeadFault?

  init(limits: ConnectionLimits, place: ConnectionCount.Place, count: ConnectionCount) {
    self.limits = limits
    self.place = place
    self.count = count
    state = ConnectionState(limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { cancelAll() }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    if place == .closed { return context.close(promise: nil) }
    schedule(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancelAll()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    guard place == .served else {
      if case .head = part { refuse(context) }
      return
    }
    let isOver = state.isOver || fault != nil
    switch part {
    case .head(let head):
      if !isOver {
        state.headCame(
          announcing: head.bodyBytes, isExpecting: head.isExpecting, isOld: head.version == .http1_0
        )
        fault = HeadFault(of: head)
        if fault != nil { return answerFault(context) }
      }
    case .body(let bytes):
      state.bodyCame(bytes.readableBytes)
      if state.isTooLong, !state.isOutputClosed {
        // An answer under way is not waited for: it may last for as long as the body does.
        return state.isIdle ? closeOutput(context) : context.close(promise: nil)
      }
    case .end: state.bodyEnded()
    }
    if !isOver { context.fireChannelRead(data) }
  }

  /// Says that there are too many connections, and closes this one.
  private func refuse(_ context: ChannelHandlerContext) {
    guard state.isIdle else { return }
    state.headCame()
    state.bodyEnded()
    writeLast(
      .serviceUnavailable, "Too many connections are open. Try again in a few seconds.\n",
      ["retry-after": "5"], context)
  }

  /// Says what is wrong with the newest request, once those before it are answered.
  private func answerFault(_ context: ChannelHandlerContext) {
    guard let fault, state.isNextAnswered, !state.isOutputClosed else { return }
    state.answerBegan()
    state.answerEnded()
    writeLast(fault.status, fault.text, [:], context)
  }

  /// Writes an answer of the guard's own, after which there is no other.
  private func writeLast(
    _ status: HTTPResponseStatus, _ text: String, _ headers: HTTPHeaders,
    _ context: ChannelHandlerContext
  ) {
    let body = ByteBuffer(string: text)
    var head = HTTPResponseHead(version: .http1_1, status: status)
    head.headers = [
      "content-type": "text/plain; charset=utf-8", "content-length": "\(body.readableBytes)",
      "connection": "close",
    ]
    head.headers.add(contentsOf: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    closeOutput(context)
  }

  /// Says that nothing more is written, and waits for the other side to close.
  private func closeOutput(_ context: ChannelHandlerContext) {
    state.outputClosed()
    schedule(context)
    context.close(mode: .output, promise: nil)
    // Nobody else does: what has answered does not read the rest.
    context.read()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    schedule(context)
    context.fireChannelReadComplete()
    if state.isOutputClosed { context.read() }
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    var part = unwrapOutboundIn(data)
    if case .head(var head) = part {
      state.answerBegan()
      if state.isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
      // The encoder makes no chunks of such an answer.
      if state.isForOld { head.version = .http1_0 }
      part = .head(head)
    }
    if case .body(.byteBuffer(var bytes)) = part {
      let step = max(1, limits.answerStepBytes)
      while bytes.readableBytes > step, let piece = bytes.readSlice(length: step) {
        write(.body(.byteBuffer(piece)), promise: nil, context)
      }
      part = .body(.byteBuffer(bytes))
    }
    write(part, promise: promise, context)
  }

  private func write(
    _ part: HTTPServerResponsePart, promise: EventLoopPromise<Void>?,
    _ context: ChannelHandlerContext
  ) {
    state.pieceWritten()
    schedule(context)
    let written = promise ?? context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let isLast = if case .end = part { true } else { false }
    let bytes = if case .body(let body) = part { body.readableBytes } else { 0 }
    written.futureResult.whenSuccess {
      bound.value.0.taken(bytes, isLast: isLast, bound.value.1)
    }
    context.write(wrapOutboundOut(part), promise: written)
  }

  /// A piece of an answer is with the other side’s system.
  private func taken(_ bytes: Int, isLast: Bool, _ context: ChannelHandlerContext) {
    state.pieceTaken(bytes)
    if isLast { answered(context) } else { schedule(context) }
  }

  private func answered(_ context: ChannelHandlerContext) {
    state.answerEnded()
    if state.isEnding, state.isIdle { return context.close(promise: nil) }
    if state.isLast, state.isIdle, !state.isOutputClosed { return closeOutput(context) }
    answerFault(context)
    schedule(context)
  }

  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    state.outputClosed()
    schedule(context)
    context.close(mode: .output, promise: promise)
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event, place != .served || state.isOutputClosed {
      return context.close(promise: nil)
    }
    if event is ChannelShouldQuiesceEvent {
      state.endingBegan()
      // Of a request whose head is not whole nothing was begun.
      if state.isIdle { return context.close(promise: nil) }
      schedule(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func schedule(_ context: ChannelHandlerContext) {
    scheduleContinue(context)
    let wait = state.wait
    guard wait != deadline?.wait else { return }
    cancel()
    guard let wait, context.channel.isActive else {
      whole = nil
      return
    }
    let end = end(of: wait, from: context.eventLoop.now)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    let task = context.eventLoop.scheduleTask(deadline: end) { bound.value.close(promise: nil) }
    deadline = (wait, task)
  }

  /// Until when something is waited for that begins now.
  private func end(of wait: ConnectionState.Wait, from now: NIODeadline) -> NIODeadline {
    let end = now + TimeAmount(time(of: wait))
    let isAnswer: Bool
    switch wait {
    case .body: isAnswer = false
    case .answer: isAnswer = true
    case .head, .closing:
      whole = nil
      return end
    }
    if let whole, whole.isAnswer == isAnswer { return min(end, whole.end) }
    let last = now + TimeAmount(isAnswer ? limits.wholeAnswer : limits.wholeBody)
    whole = (isAnswer, last)
    return min(end, last)
  }

  private func time(of wait: ConnectionState.Wait) -> Duration {
    guard case .head = wait else { return limits.time(of: wait) }
    if place != .served { return limits.closing }
    return count.isCrowded ? min(limits.head, limits.crowdedHead) : limits.head
  }

  private func cancel() {
    deadline?.task.cancel()
    deadline = nil
  }

  private func cancelAll() {
    cancel()
    continuing?.cancel()
    continuing = nil
  }

  // MARK: - Senders that wait to be asked

  private func scheduleContinue(_ context: ChannelHandlerContext) {
    guard state.awaitsContinue else {
      continuing?.cancel()
      continuing = nil
      return
    }
    guard continuing == nil else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    continuing = context.eventLoop.scheduleTask(in: TimeAmount(limits.deciding)) {
      bound.value.0.askForBody(bound.value.1)
    }
  }

  private func askForBody(_ context: ChannelHandlerContext) {
    continuing = nil
    guard state.awaitsContinue, context.channel.isActive else { return }
    state.bodyAskedFor()
    let interim = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(interim)), promise: nil)
  }
}

extension HTTPRequestHead {
  /// How long the body is; 0 if there is none, or it comes in chunks.
  fileprivate var bodyBytes: Int { headers.first(name: "content-length").flatMap { Int($0) } ?? 0 }

  /// Whether the body is sent only once it is asked for (RFC 9110, 10.1.1).
  fileprivate var isExpecting: Bool {
    version != .http1_0
      && headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
      && (bodyBytes > 0 || headers.contains(name: "transfer-encoding"))
  }
}

extension ConnectionLimits {
  fileprivate func time(of wait: ConnectionState.Wait) -> Duration {
    switch wait {
    case .head: head
    case .body(_, let isEnding): isEnding ? min(body, ending) : body
    case .answer(_, let isEnding): isEnding ? min(answer, ending) : answer
    case .closing: closing
    }
  }
}
