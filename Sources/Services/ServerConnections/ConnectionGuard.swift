import NIOCore
import NIOHTTP1

/// Closes a connection that keeps the server waiting for longer than its limits say.
///
/// It is between the HTTP decoder and whatever reads requests. Each wait has one deadline from its
/// beginning on: a byte that comes or is taken now and then extends none. A body is waited for step by
/// step, and has a deadline for all of it besides.
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
  /// When the body under way has to be whole; nil if none is waited for.
  private var bodyDeadline: NIODeadline?

  init(limits: ConnectionLimits, place: ConnectionCount.Place, count: ConnectionCount) {
    self.limits = limits
    self.place = place
    self.count = count
    state = ConnectionState(bodyStepBytes: limits.bodyStepBytes)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { cancel() }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    if place == .closed { return context.close(promise: nil) }
    schedule(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    guard place == .served else {
      if case .head = part { refuse(context) }
      return
    }
    switch part {
    case .head: state.headCame()
    case .body(let bytes):
      state.bodyCame(bytes.readableBytes)
      if state.passedOverBytes > limits.refusedBodyBytes { return context.close(promise: nil) }
    case .end: state.bodyEnded()
    }
    context.fireChannelRead(data)
  }

  /// Says that there are too many connections, and closes this one.
  private func refuse(_ context: ChannelHandlerContext) {
    guard state.isIdle else { return }
    state.headCame()
    let text = ByteBuffer(string: "Too many connections are open. Try again in a few seconds.\n")
    var head = HTTPResponseHead(version: .http1_1, status: .serviceUnavailable)
    head.headers = [
      "content-type": "text/plain; charset=utf-8", "content-length": "\(text.readableBytes)",
      "retry-after": "5", "connection": "close",
    ]
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(text))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    state.outputClosed()
    schedule(context)
    context.close(mode: .output, promise: nil)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    schedule(context)
    context.fireChannelReadComplete()
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let part = unwrapOutboundIn(data)
    if case .head = part { state.answerBegan() }
    state.pieceWritten()
    schedule(context)
    let written = promise ?? context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let isLast = if case .end = part { true } else { false }
    written.futureResult.whenSuccess { bound.value.0.taken(isLast: isLast, bound.value.1) }
    context.write(data, promise: written)
  }

  /// A piece of an answer is with the other side’s system.
  private func taken(isLast: Bool, _ context: ChannelHandlerContext) {
    state.pieceTaken()
    if isLast { answered(context) } else { schedule(context) }
  }

  private func answered(_ context: ChannelHandlerContext) {
    state.answerEnded()
    if state.isEnding, state.isIdle { return context.close(promise: nil) }
    schedule(context)
  }

  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    if mode == .output {
      state.outputClosed()
      schedule(context)
    }
    context.close(mode: mode, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event, place != .served {
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
    let wait = state.wait
    guard wait != deadline?.wait else { return }
    cancel()
    guard let wait, context.channel.isActive else {
      bodyDeadline = nil
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
    guard case .body = wait else {
      bodyDeadline = nil
      return end
    }
    let last = bodyDeadline ?? now + TimeAmount(limits.wholeBody)
    bodyDeadline = last
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
}

extension ConnectionLimits {
  fileprivate func time(of wait: ConnectionState.Wait) -> Duration {
    switch wait {
    case .head: head
    case .body(_, let isEnding): isEnding ? min(body, ending) : body
    case .answer(let isEnding): isEnding ? min(answer, ending) : answer
    case .closing: closing
    }
  }
}
