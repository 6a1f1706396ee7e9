import Synchronization

/// Requests whose clients were cut off, and which are carried out when a control says so.
public final class LateRequests: Sendable {
  /// A request that was carried out.
  public struct Done: Sendable, Hashable, Encodable {
    /// Its number in the list of requests.
    public let number: Int
    /// What it would have been answered with.
    public let status: Int
  }

  private struct Request: Sendable {
    let number: Int
    let perform: @Sendable () async -> WrittenReply
  }

  private let waiting = Mutex<[Request]>([])

  /// Makes a list without requests.
  public init() {}

  func add(_ number: Int, _ perform: @escaping @Sendable () async -> WrittenReply) {
    waiting.withLock { $0.append(Request(number: number, perform: perform)) }
  }

  /// Forgets the requests: they are never carried out.
  public func removeAll() { waiting.withLock { $0 = [] } }

  /// Carries the requests out in the order in which they came.
  public func carryOut() async -> [Done] {
    let requests = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    var done: [Done] = []
    for request in requests {
      done.append(Done(number: request.number, status: await request.perform().status))
    }
    return done
  }
}
