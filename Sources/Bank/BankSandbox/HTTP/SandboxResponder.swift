import Bank
import FoundationEssentials
import Hummingbird
import Logging
import NIOCore
import SandboxKit
import StarlingAPI

/// Answers requests: of the API, as the bank does; of the controls, and where a fault was asked for,
/// as told.
struct SandboxResponder: HTTPResponder {
  typealias Context = SandboxContext

  let api: APIService
  let controls: ControlService
  let faults: FaultBook
  let late: LateRequests
  let requests: RequestLog
  let hosts: HostRule
  let logger: Logger

  func respond(to request: Request, context: SandboxContext) async throws -> Response {
    let start = ContinuousClock.now
    let head = IncomingHead(request)
    if let problem = hosts.problem(of: head, at: context.channel.localAddress) {
      return response(try WrittenReply(.problem(problem)), method: head.method)
    }
    let fault = head.isControl ? nil : faults.next(method: head.method, path: head.target.path)
    let number =
      head.isControl
      ? nil : requests.add(method: head.method, target: request.head.path, fault: fault)
    let reply = try await reply(
      to: head, of: request, number: number, fault: fault, context: context)
    requests.answered(number, status: reply?.status)
    let took = ContinuousClock.now - start
    logger.info(
      "\(head.method) \(head.target.path) \(reply.map { String($0.status) } ?? "cut off")",
      metadata: [
        "milliseconds": .stringConvertible(took / .milliseconds(1)),
        "fault": fault.map { .string($0.kind.rawValue) } ?? "none",
      ])
    // Nothing can be written to a connection that was cut.
    guard let reply else { return Response(status: .internalServerError) }
    if fault?.kind == .truncate, !reply.body.isEmpty { return truncated(reply) }
    return response(reply, method: head.method)
  }

  /// Does what is asked for, or what the fault says; nil if the connection is cut.
  ///
  /// A body is read once its head was found in order.
  private func reply(
    to head: IncomingHead, of request: Request, number: Int?, fault: Fault?,
    context: SandboxContext
  ) async throws -> WrittenReply? {
    switch fault?.kind {
    case .closeBefore:
      await context.cut()
      return nil
    case .status, .html: return try fault?.reply
    default: break
    }
    do {
      if head.isControl {
        try controls.admit(head)
        let body = try await body(of: request, upTo: ControlService.bodyLimit)
        return try await controls.reply(to: IncomingCall(head: head, body: body))
      }
      let admission = try api.admit(head)
      let body = try await body(of: request, upTo: admission.operation.bodyLimit)
      let call = IncomingCall(head: head, body: body)
      if fault?.kind == .late, let number {
        late.add(number, admission, call)
        await context.cut()
        return nil
      }
      return try await perform(admission, call, fault: fault, context: context)
    } catch let problem as RequestProblem {
      return try WrittenReply(.problem(problem))
    }
  }

  /// The whole body. One that says that it is too large is not begun; a limit of 0 reads none at all.
  private func body(of request: Request, upTo limit: Int) async throws -> Data {
    guard limit > 0 else { return Data() }
    let length = request.headers[.contentLength].flatMap { Int($0) }
    guard length ?? 0 <= limit else { throw RequestProblem.tooLarge }
    do {
      let body = try await request.body.collect(upTo: limit)
      // A connection that ends within a body must not make a shorter one of it.
      guard length ?? body.readableBytes == body.readableBytes else { throw CutOff() }
      return Data(body.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw RequestProblem.tooLarge
    }
  }

  private func perform(
    _ admission: APIService.Admission, _ call: IncomingCall, fault: Fault?,
    context: SandboxContext
  ) async throws -> WrittenReply? {
    if fault?.kind == .slow { try await Task.sleep(for: .seconds(fault?.seconds ?? 1)) }
    var reply = try WrittenReply(await api.reply(to: call, admission))
    switch fault?.kind {
    case .closeAfter:
      await context.cut()
      return nil
    case .truncate where reply.body.isEmpty:
      await context.cut()
      return nil
    case .contentType:
      reply.contentType = "text/plain;charset=utf-8"
      return reply
    default: return reply
    }
  }

  private func response(_ reply: WrittenReply, method: String) -> Response {
    var response = Response(
      status: .init(code: reply.status), headers: headers(of: reply),
      body: method == "HEAD" || reply.body.isEmpty
        ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
    response.headers[.contentLength] = String(reply.body.count)
    return response
  }

  /// Promises the whole body, writes half of it and cuts the connection by throwing.
  private func truncated(_ reply: WrittenReply) -> Response {
    let half = ByteBuffer(bytes: reply.body.prefix(reply.body.count / 2))
    return Response(
      status: .init(code: reply.status), headers: headers(of: reply),
      body: ResponseBody(contentLength: reply.body.count) { writer in
        try await writer.write(half)
        throw CutOff()
      })
  }

  private struct CutOff: Error {}

  private func headers(of reply: WrittenReply) -> HTTPFields {
    var fields = HTTPFields()
    if let contentType = reply.contentType { fields[.contentType] = contentType }
    if let allow = reply.allow { fields[.allow] = allow }
    if let retryAfter = reply.retryAfter { fields[.retryAfter] = retryAfter }
    return fields
  }
}

extension HostRule {
  /// Why a request's host is refused; nil if it is not.
  fileprivate func problem(of head: IncomingHead, at address: SocketAddress?) -> RequestProblem? {
    let port = address?.port ?? 0
    guard let host = head.host else {
      return .said("a request names its host once: Host: 127.0.0.1:\(port)")
    }
    guard !allows(host, port: port) else { return nil }
    // Words of a stranger are not repeated.
    return .said(
      """
      the request is for another host. Ask for 127.0.0.1:\(port) or localhost:\(port), or allow a \
      name with --host-name
      """, status: 421)
  }
}

extension IncomingHead {
  init(_ request: Request) {
    // The first one is the authority; any other is still among the fields.
    let isHostUnique = !request.headers.contains { $0.name.canonicalName == "host" }
    self.init(
      method: request.head.method.rawValue, target: RequestTarget(request.head.path ?? "/"),
      host: isHostUnique ? request.head.authority : nil,
      authorization: request.headers[.authorization], origin: request.headers[.origin])
  }
}
