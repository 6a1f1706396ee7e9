import Synchronization

/// Requests whose clients were cut off, and which the bank carries out when a control says so.
final class LateRequests: Sendable {
  /// A request that was carried out.
  struct Done: Sendable, Encodable {
    /// Its number in the list of requests.
    let number: Int
    /// What it would have been answered with.
    let status: Int
  }

  private struct Request: Sendable {
    let number: Int
    let admission: APIService.Admission
    let call: IncomingCall
  }

  private let api: APIService
  private let waiting = Mutex<[Request]>([])

  init(api: APIService) { self.api = api }

  /// Takes a request in.
  func add(_ number: Int, _ admission: APIService.Admission, _ call: IncomingCall) {
    waiting.withLock { $0.append(Request(number: number, admission: admission, call: call)) }
  }

  /// Forgets the requests: they are never carried out.
  func removeAll() { waiting.withLock { $0 = [] } }

  /// Carries the requests out in the order in which they came.
  func carryOut() async -> [Done] {
    let requests = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    var done: [Done] = []
    for request in requests {
      let reply = await api.reply(to: request.call, request.admission)
      done.append(Done(number: request.number, status: reply.status))
    }
    return done
  }
}
