import ServiceBasics
import Synchronization

/// The requests that came, the last ten thousand of the API.
public final class RequestLog: Sendable {
  /// A request that came, and what it was answered.
  public struct Entry: Sendable, Codable {
    /// Counts from 1.
    public let number: Int
    /// The verb of HTTP.
    public let method: String
    /// The path with its query, whose secrets are redacted.
    public let path: String
    /// The status of the answer; nil while there is none, and if the connection was cut.
    public internal(set) var status: Int?
    /// The fault that it met.
    public let fault: Fault.Kind?
  }

  private struct State {
    var count = 0
    var entries: [Entry] = []
  }

  private static let limit = 10_000
  private let state = Mutex(State())

  /// Makes an empty list.
  public init() {}

  /// The requests, oldest first.
  public var entries: [Entry] { state.withLock { $0.entries } }

  /// Forgets them; the numbers continue.
  public func removeAll() {
    state.withLock { $0.entries = [] }
  }

  /// The parameters that bear secrets; OAuth lets some of them come in a query.
  private static let secretNames: Set<String> = [
    "access_token", "client_assertion", "client_secret", "code", "code_verifier", "password",
    "refresh_token", "token",
  ]

  /// A target without the secrets in its query.
  private static func redacted(_ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return target }
    let pairs = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let name = pair.prefix { $0 != "=" }
      let decoded = PercentEncoding.decoded(name, isForm: true) ?? String(name)
      return secretNames.contains(decoded.lowercased()) ? "\(name)=[redacted]" : String(pair)
    }
    return "\(parts[0])?\(pairs.joined(separator: "&"))"
  }

  func add(method: String, target: String?, fault: Fault?) -> Int {
    let path = target.map(Self.redacted) ?? "/"
    return state.withLock {
      $0.count += 1
      // Half goes at once, so that it is not done for every request.
      if $0.entries.count >= Self.limit { $0.entries.removeFirst(Self.limit / 2) }
      $0.entries.append(
        Entry(
          number: $0.count, method: method, path: path, status: nil, fault: fault?.kind))
      return $0.count
    }
  }

  func answered(_ number: Int?, status: Int?) {
    guard let number, let status else { return }
    state.withLock {
      guard let first = $0.entries.first?.number, number >= first else { return }
      $0.entries[number - first].status = status
    }
  }
}
