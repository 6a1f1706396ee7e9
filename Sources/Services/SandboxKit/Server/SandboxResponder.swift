import FoundationEssentials
import Hummingbird
import Logging
import NIOCore

/// Answers requests: of the API, as the provider does; of the controls; and if a fault was asked for,
/// as it says.
struct SandboxResponder<API: ProviderAPI>: HTTPResponder {
  typealias Context = SandboxContext

  let api: API
  let controls: ControlService
  let world: SandboxWorld
  let hosts: HostRule
  let sleep: @Sendable (Duration) async throws -> Void
  let logger: Logger

  func respond(to request: Request, context: SandboxContext) async throws -> Response {
    let start = ContinuousClock.now
    let head = IncomingHead(request)
    if let problem = hosts.problem(of: head, at: context.channel.localAddress) {
      return Response(api.refusal(problem.words, status: problem.status), method: head.method)
    }
    let fault =
      head.isControl ? nil : world.faults.next(method: head.method, path: head.target.path)
    let number =
      head.isControl
      ? nil : world.requests.add(method: head.method, target: request.head.path, fault: fault)
    let reply =
      head.isControl
      ? try await control(head, of: request)
      : try await answer(head, of: request, number: number, fault: fault, context: context)
    world.requests.answered(number, status: reply?.status)
    let took = ContinuousClock.now - start
    logger.info(
      "\(head.method) \(head.target.path) \(reply.map { String($0.status) } ?? "cut off")",
      metadata: [
        "milliseconds": .stringConvertible(took / .milliseconds(1)),
        "fault": fault.map { .string($0.kind.rawValue) } ?? "none",
      ])
    // Nothing can be written to a connection that was cut.
    guard let reply else { return Response(status: .internalServerError) }
    if fault?.kind == .truncate, !reply.body.isEmpty { return Response(cuttingShort: reply) }
    return Response(reply, method: head.method)
  }

  private func control(_ head: IncomingHead, of request: Request) async throws -> WrittenReply {
    do {
      try controls.admit(head)
      let body = try await request.whole(upTo: ControlService.bodyLimit)
      return try await controls.reply(to: IncomingCall(head: head, body: body))
    } catch let problem as ControlProblem {
      return api.refusal(problem.words, status: problem.status)
    } catch is BodyTooLarge {
      return tooLarge
    }
  }

  private var tooLarge: WrittenReply { api.refusal("REQUEST_TOO_LARGE", status: 413) }

  /// Does what is asked for, or what the fault says; nil if the connection is cut.
  ///
  /// A body is read once its head was found in order.
  private func answer(
    _ head: IncomingHead, of request: Request, number: Int?, fault: Fault?, context: SandboxContext
  ) async throws -> WrittenReply? {
    switch fault?.kind {
    case .closeBefore:
      await context.cut()
      return nil
    case .status, .html: return fault?.reply(of: api)
    default: break
    }
    let admission: API.Admission
    let call: IncomingCall
    switch api.admit(head) {
    case .refused(let reply): return reply
    case .admitted(let admitted, let limit):
      do {
        call = IncomingCall(head: head, body: try await request.whole(upTo: limit))
      } catch is BodyTooLarge {
        return tooLarge
      }
      admission = admitted
    }
    switch fault?.kind {
    case .late:
      if let number { world.late.add(number) { await api.reply(to: call, admission) } }
      await context.cut()
      return nil
    case .slow: try await sleep(.seconds(fault?.seconds ?? 1))
    default: break
    }
    var reply = await api.reply(to: call, admission)
    switch fault?.kind {
    case .closeAfter: break
    case .truncate where reply.body.isEmpty: break
    case .contentType:
      reply.contentType = "text/plain;charset=utf-8"
      return reply
    default: return reply
    }
    await context.cut()
    return nil
  }
}

extension HostRule {
  /// Why a request's host is refused; nil if it is not.
  fileprivate func problem(of head: IncomingHead, at address: SocketAddress?) -> ControlProblem? {
    let port = address?.port ?? 0
    guard let host = head.host else {
      return ControlProblem("a request names its host once: Host: 127.0.0.1:\(port)")
    }
    guard !allows(host, port: port) else { return nil }
    // Words of a stranger are not repeated.
    return ControlProblem(
      """
      the request is for another host. Ask for 127.0.0.1:\(port) or localhost:\(port), or allow a \
      name with --host-name
      """, status: 421)
  }
}

extension IncomingHead {
  fileprivate init(_ request: Request) {
    // The first one is the authority; any other is still among the fields.
    let isHostUnique = !request.headers.contains { $0.name.canonicalName == "host" }
    self.init(
      method: request.head.method.rawValue, target: RequestTarget(request.head.path ?? "/"),
      host: isHostUnique ? request.head.authority : nil,
      headers: request.headers.map { HeaderField($0.name.rawName, $0.value) })
  }
}
