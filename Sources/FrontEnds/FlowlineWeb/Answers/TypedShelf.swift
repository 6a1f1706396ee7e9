import Flowline
import FlowlineHost
import FoundationEssentials
import Synchronization

/// What was typed on pages of sessions that were left for other pages, in a store that all servers share, until
/// the same person is back: a session has one value at the most.
///
/// Pages beside a session's own take nothing along in a form, and a page of the lock shows nothing of a session.
/// Secrets and the contents of files are never in it.
final class TypedShelf: Sendable {
  /// For how long it is kept, in seconds.
  static let lifetime: TimeInterval = 30 * 86_400
  /// How many bytes it takes; what was typed on the oldest pages is left out.
  ///
  /// As many as a page without files may send.
  static let mostBytes = BodyLimits.textBytes

  private static let shelf = "typed"
  /// Of how many sessions is remembered that something is kept.
  private static let mostKnown = 10_000

  private let values: any ValueStore
  private let clock: any FlowClock
  /// The sessions of which this server has kept something or shown what was kept.
  private let known = Mutex<Set<SessionKey>>([])

  init(_ values: any ValueStore, by clock: any FlowClock) {
    (self.values, self.clock) = (values, clock)
  }

  /// Keeps what was typed, in place of what was kept of the same pages.
  ///
  /// - Parameters:
  ///   - body: what is sent on to a page that is only shown, see ``PostedBody/carried(besides:)``.
  ///   - key: the session.
  func keep(_ body: PostedBody, of key: SessionKey) async throws(StoreFailure) {
    let earlier = try await kept(of: key) ?? PostedBody()
    var pages = CarriedPages(earlier)
    pages.add(CarriedPages(body))
    let shown = body.unsentBefore.fields
    try await put(pages, besides: shown.isEmpty ? earlier.unsentBefore.fields : shown, of: key)
  }

  /// Keeps these pages, with what was shown beside them to be copied, in place of all that was kept.
  private func put(
    _ pages: CarriedPages, besides fields: [PostedBody.Field], of key: SessionKey
  ) async throws(StoreFailure) {
    let value = KeptValue(
      shelf: Self.shelf, name: Self.name(key), owner: key.user,
      bytes: Self.bytes(of: pages, besides: fields),
      expires: clock.now.addingTimeInterval(Self.lifetime))
    remember(key)
    // A value never changes: it makes room for another one. Of several servers that do so at once one is last.
    for _ in 0..<3 {
      try await values.remove(named: value.name, on: Self.shelf)
      if try await values.make(value) { return }
    }
    throw StoreFailure(.busy, at: Self.shelf, "other pages of the session are left just now")
  }

  /// What is kept of a session, as the fields of a page that is only shown; nil if nothing is.
  func kept(of key: SessionKey) async throws(StoreFailure) -> PostedBody? {
    guard let value = try await values.value(named: Self.name(key), on: Self.shelf),
      value.owner == key.user, value.expires.map({ $0 > clock.now }) ?? true,
      let json = try? JSONValue(parsing: String(decoding: value.bytes, as: UTF8.self))
    else { return nil }
    remember(key)
    return PostedBody(kept: json)
  }

  /// Forgets what was typed on the page of a question; what was typed on others stays.
  ///
  /// - Parameters:
  ///   - page: the page, or the fields of it that name its question.
  ///   - shown: whether what was shown beside it to be copied is forgotten as well.
  ///   - key: the session.
  func forget(
    _ page: PostedBody, andShown shown: Bool, of key: SessionKey
  ) async throws(StoreFailure) {
    guard let body = try await kept(of: key) else { return }
    let before = CarriedPages(body)
    var pages = before
    pages.remove(page)
    let fields = body.unsentBefore.fields
    let left = shown ? [] : fields
    guard pages != before || left != fields else { return }
    if pages.isEmpty, left.isEmpty { return try await forget(key) }
    try await put(pages, besides: left, of: key)
  }

  /// Forgets what is kept of a session.
  func forget(_ key: SessionKey) async throws(StoreFailure) {
    known.withLock { _ = $0.remove(key) }
    try await values.remove(named: Self.name(key), on: Self.shelf)
  }

  /// Whether something may be kept of a session, as far as this server knows.
  func mayHave(_ key: SessionKey) -> Bool { known.withLock { $0.contains(key) } }

  private func remember(_ key: SessionKey) {
    known.withLock { known in
      if known.count >= Self.mostKnown { known.removeAll() }
      known.insert(key)
    }
  }

  private static func name(_ key: SessionKey) -> String {
    KeptValue.start(of: key.user) + key.session.uuidString.lowercased()
  }

  /// The bytes of a value, with as many of the newest pages as there is room for.
  private static func bytes(
    of pages: CarriedPages, besides fields: [PostedBody.Field]
  ) -> [UInt8] {
    var pages = pages
    while true {
      let all = pages.allFields + fields
      let json = JSONValue.array(
        all.map { .array([.string($0.name), .string($0.value)]) })
      let bytes = Array(json.text.utf8)
      guard bytes.count > mostBytes, !pages.isEmpty else {
        return bytes.count > mostBytes ? Array("[]".utf8) : bytes
      }
      pages.removeOldest()
    }
  }
}

extension PostedBody {
  /// Reads what was kept; what is not written by the rules is passed over.
  fileprivate init(kept json: JSONValue) {
    self.init()
    guard case .array(let pairs) = json else { return }
    fields = pairs.compactMap { pair in
      guard case .array(let texts) = pair, texts.count == 2, let name = texts[0].string,
        let value = texts[1].string
      else { return nil }
      return Field(name: name, value: value)
    }
  }
}
