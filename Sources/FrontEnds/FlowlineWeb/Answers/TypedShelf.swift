import Flowline
import FlowlineHost
import FoundationEssentials

/// What was typed on pages of sessions that were left for other pages, in a store that all servers share, until
/// the same person is back.
///
/// Pages beside a session's own take nothing along in a form, and a page of the lock shows nothing of a session.
/// Secrets and the contents of files are never in it.
///
/// A value of the store never changes. So of a session numbered values are kept, usually one: of several pages that
/// are left at once, at several servers, each makes the number behind the last one, with all that there was, and
/// what it has seen is removed after that. Whatever values there are count together, so that nothing is lost by one
/// that comes late, or by an interruption.
struct TypedShelf: Sendable {
  /// For how long it is kept, in seconds.
  static let lifetime: TimeInterval = 30 * 86_400
  /// The same once its session has ended.
  static let lifetimeOfEnded: TimeInterval = 86_400
  /// How many bytes it takes of one session: as many as a page without files may send.
  static let mostBytes = BodyLimits.textBytes
  /// How many bytes it takes of all sessions of a user; what was kept longest ago is left out.
  static let mostBytesOfUser = 5 * mostBytes

  private static let shelf = "typed"
  /// How often it is tried to come behind the last value: each time another page was quicker.
  private static let mostTries = 100

  private let values: any ValueStore
  private let clock: any FlowClock

  init(_ values: any ValueStore, by clock: any FlowClock) {
    (self.values, self.clock) = (values, clock)
  }

  /// Keeps what was typed, in place of what was kept of the same questions.
  ///
  /// - Parameters:
  ///   - body: what is sent on to a page that is only shown, see ``PostedBody/carried(besides:)``.
  ///   - key: the session.
  ///   - hasEnded: whether the session has ended, so that it is only shown to be copied.
  /// - Returns: false if there is no room for all of it, so that what was kept before stays as it is. If there is,
  ///   the oldest pages that were kept before make room.
  func keep(
    _ body: PostedBody, of key: SessionKey, ended hasEnded: Bool = false
  ) async throws(StoreFailure) -> Bool {
    let newer = CarriedPages(body)
    let shown = body.unsentBefore.fields
    let lifetime = hasEnded ? Self.lifetimeOfEnded : Self.lifetime
    return try await change(key, until: clock.now.addingTimeInterval(lifetime)) { kept in
      var pages = CarriedPages(kept)
      pages.add(newer)
      return Change(
        to: pages, with: newer.pages.count,
        besides: shown.isEmpty ? kept.unsentBefore.fields : shown)
    }
  }

  /// Has what is kept of a session that has ended expire soon.
  func expire(_ key: SessionKey) async throws(StoreFailure) {
    let moment = clock.now.addingTimeInterval(Self.lifetimeOfEnded)
    let isForLonger = try await all(of: key).contains { $0.expires.map { $0 > moment } ?? true }
    guard isForLonger else { return }
    _ = try await keep(PostedBody(), of: key, ended: true)
  }

  /// What is kept of a session, as the fields of a page that is only shown; nil if nothing is.
  func kept(of key: SessionKey) async throws(StoreFailure) -> PostedBody? {
    let kept = body(of: try await all(of: key))
    return kept.isEmpty ? nil : kept
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
    _ = try await change(key) { kept in
      let before = CarriedPages(kept)
      var pages = before
      pages.remove(page)
      let fields = kept.unsentBefore.fields
      let left = shown ? [] : fields
      guard pages != before || left != fields else { return .nothing }
      return Change(to: pages, besides: left)
    }
  }

  /// Forgets what is kept of a session.
  func forget(_ key: SessionKey) async throws(StoreFailure) {
    // What cannot be read is removed as well.
    if let kept = try? await all(of: key), kept.isEmpty { return }
    try await values.removeValues(of: key.user, on: Self.shelf, beginning: Self.start(of: key))
  }

  /// Forgets what is kept of all sessions of a user.
  func forgetAll(of user: UserID) async throws(StoreFailure) {
    try await values.removeValues(of: user, on: Self.shelf, beginning: "")
  }

  // MARK: - Values

  /// What becomes of what is kept.
  fileprivate enum Change {
    /// Nothing.
    case nothing
    /// It is forgotten.
    case removal
    /// These bytes take its place.
    case bytes([UInt8])
    /// Something else would take its place, but has too many bytes.
    case noRoom
  }

  /// Changes what is kept of a session; of several changes at once each sees those before it.
  ///
  /// - Parameters:
  ///   - key: the session.
  ///   - expires: from when on it may be forgotten; nil for when it may be by now.
  ///   - decide: tells by what is kept what becomes of it.
  /// - Returns: false if there is no room.
  private func change(
    _ key: SessionKey, until expires: Date? = nil, _ decide: (PostedBody) -> Change
  ) async throws(StoreFailure) -> Bool {
    for _ in 0..<Self.mostTries {
      let earlier = try await all(of: key)
      switch decide(body(of: earlier)) {
      case .nothing: return true
      case .noRoom: return false
      case .removal:
        for value in earlier { try await values.remove(named: value.name, on: Self.shelf) }
        return true
      case .bytes(let bytes):
        let usual = clock.now.addingTimeInterval(Self.lifetime)
        let value = KeptValue(
          shelf: Self.shelf, name: Self.name(behind: earlier.last, of: key), owner: key.user,
          bytes: bytes, expires: expires ?? earlier.last?.expires ?? usual)
        guard try await values.make(value) else { continue }
        // What cannot be removed just now is removed by the next change.
        for value in earlier { try? await values.remove(named: value.name, on: Self.shelf) }
        try? await makeRoom(besides: value, of: key.user)
        return true
      }
    }
    throw StoreFailure(.busy, at: Self.shelf, "other pages of the session are left just now")
  }

  /// The values of a session, the newest last.
  private func all(of key: SessionKey) async throws(StoreFailure) -> [KeptValue] {
    try await values.values(of: key.user, on: Self.shelf, beginning: Self.start(of: key))
  }

  /// Has what was kept longest ago in other sessions make room, so that no user fills the store.
  private func makeRoom(besides new: KeptValue, of user: UserID) async throws(StoreFailure) {
    let all = try await values.values(
      of: user, on: Self.shelf, beginning: KeptValue.start(of: user))
    var bytes = all.reduce(0) { $0 + $1.bytes.count }
    let others = all.filter { $0.name != new.name }.sorted {
      ($0.expires ?? .distantFuture) < ($1.expires ?? .distantFuture)
    }
    for value in others where bytes > Self.mostBytesOfUser {
      try await values.remove(named: value.name, on: Self.shelf)
      bytes -= value.bytes.count
    }
  }

  /// The names of a session's values are in the order of their numbers.
  private static func start(of key: SessionKey) -> String {
    KeptValue.start(of: key.user) + key.session.text + "-"
  }

  private static func name(behind last: KeptValue?, of key: SessionKey) -> String {
    let number = last.flatMap { $0.name.split(separator: "-").last }.flatMap { Int($0) } ?? 0
    return KeptValue.name(start(of: key), number + 1, digits: 9)
  }

  /// What values keep together: of the same question what the newest has.
  private func body(of values: [KeptValue]) -> PostedBody {
    let bodies = values.map { read($0) }
    guard bodies.count > 1 else { return bodies.first ?? PostedBody() }
    var pages = CarriedPages([])
    for body in bodies { pages.add(CarriedPages(body)) }
    var together = PostedBody()
    together.fields += pages.fieldsOfPages.joined()
    together.fields += bodies.map(\.unsentBefore.fields).last { !$0.isEmpty } ?? []
    return together
  }

  /// What a value keeps; empty if it has expired or is damaged.
  private func read(_ value: KeptValue) -> PostedBody {
    guard value.expires.map({ $0 > clock.now }) ?? true,
      let json = try? JSONValue(parsing: String(decoding: value.bytes, as: UTF8.self))
    else { return PostedBody() }
    return PostedBody(kept: json)
  }
}

extension TypedShelf.Change {
  /// Makes the change to other pages, as many of them as there is room for, the newest first.
  ///
  /// Each is written once.
  ///
  /// - Parameters:
  ///   - pages: the pages.
  ///   - count: how many of the newest have to be kept.
  ///   - fields: what is shown to be copied.
  fileprivate init(
    to pages: CarriedPages, with count: Int = 0, besides fields: [PostedBody.Field]
  ) {
    guard !pages.isEmpty || !fields.isEmpty else {
      self = .removal
      return
    }
    // Of the brackets around all.
    var room = TypedShelf.mostBytes - 2
    var texts: [String] = []
    func take(_ fields: [PostedBody.Field]) -> Bool {
      guard !fields.isEmpty else { return true }
      let text = fields.map(\.kept.text).joined(separator: ",")
      guard text.utf8.count <= room else { return false }
      // With the comma behind it.
      room -= text.utf8.count + 1
      texts.append(text)
      return true
    }
    guard take(fields) else {
      self = .noRoom
      return
    }
    for (age, page) in pages.fieldsOfPages.reversed().enumerated() {
      let isTaken = take(page)
      guard isTaken || age >= count else {
        self = .noRoom
        return
      }
    }
    // The newest page is the last.
    self = .bytes(Array("[\(texts.reversed().joined(separator: ","))]".utf8))
  }
}

extension PostedBody.Field {
  /// The field as it is kept.
  fileprivate var kept: JSONValue { .array([.string(name), .string(value)]) }
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
