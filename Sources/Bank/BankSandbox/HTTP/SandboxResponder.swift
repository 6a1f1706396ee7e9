import Bank
import FoundationEssentials
import Hummingbird
import Logging
import NIOCore
import StarlingAPI

/// Answers requests: of the API, as the bank does; of the controls, and where a fault was asked for,
/// as told.
struct SandboxResponder: HTTPResponder {
  typealias Context = SandboxContext

  let api: APIService
  let controls: ControlService
  let faults: FaultBook
  let requests: RequestLog
  let logger: Logger

  func respond(to request: Request, context: SandboxContext) async throws -> Response {
    let start = ContinuousClock.now
    let method = request.head.method.rawValue
    let target = RequestTarget(request.head.path ?? "/")
    let isControl = target.segments.first == "control"
    let fault = isControl ? nil : faults.next(method: method, path: target.path)
    let number =
      isControl ? nil : requests.add(method: method, target: request.head.path, fault: fault)
    var request = request
    let body: Data
    do {
      // Controls may set a large world up at once.
      let limit = isControl ? 64 * 1_048_576 : 4 * 1_048_576
      body = Data((try await request.collectBody(upTo: limit)).readableBytesView)
    } catch is NIOTooManyBytesError {
      requests.answered(number, status: 413)
      return try response(WrittenReply(.problem(.tooLarge)), method: method)
    }
    let call = IncomingCall(
      method: method, target: target, authorization: request.headers[.authorization],
      origin: request.headers[.origin], body: body)
    let reply = try await perform(call, isControl: isControl, fault: fault, context: context)
    requests.answered(number, status: reply?.status)
    let took = ContinuousClock.now - start
    logger.info(
      "\(method) \(target.path) \(reply.map { String($0.status) } ?? "cut off")",
      metadata: [
        "milliseconds": .stringConvertible(took / .milliseconds(1)),
        "fault": fault.map { .string($0.kind.rawValue) } ?? "none",
      ])
    // Nothing can be written to a connection that was cut.
    guard let reply else { return Response(status: .internalServerError) }
    if fault?.kind == .truncate, !reply.body.isEmpty { return truncated(reply) }
    return response(reply, method: method)
  }

  /// Does what is asked for, or what the fault says; `nil` where the connection is cut.
  private func perform(
    _ call: IncomingCall, isControl: Bool, fault: Fault?, context: SandboxContext
  ) async throws -> WrittenReply? {
    if isControl { return try await controls.reply(to: call) }
    switch fault?.kind {
    case .closeBefore:
      await context.cut()
      return nil
    case .status, .html: return try fault?.reply
    case .slow: try await Task.sleep(for: .seconds(fault?.seconds ?? 1))
    default: break
    }
    var reply = try WrittenReply(await api.reply(to: call))
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
