import Flowline
import FlowlineHost
import FoundationEssentials
import Synchronization
import Testing

@testable import FlowlineWeb

/// What was typed on pages that were left, as several servers over one store keep it.
struct TypedShelfTests {
  private let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))
  private let values = MemoryValueStore()
  private let key = SessionKey("ada", .newSession())

  private var shelf: TypedShelf { TypedShelf(values, by: clock) }

  /// What is sent on from the page of a step, with a text of so many characters typed there.
  private static func left(_ token: String, _ count: Int = 1, step: String = "a") -> PostedBody {
    PostedBody(["step": step, "token": token, "answer": String(repeating: "x", count: count)])
      .carried(besides: nil)
  }

  /// The questions whose pages are kept, the newest last.
  private func tokens(on shelf: TypedShelf? = nil) async throws -> [String] {
    let kept = try await (shelf ?? self.shelf).kept(of: key) ?? PostedBody()
    return CarriedPages(kept).pages.compactMap { $0["token"] }
  }

  // MARK: - Room

  @Test func `as much is kept as a page without files may send, the newest pages first`()
    async throws
  {
    for token in ["1-a", "2-b", "3-c"] {
      #expect(try await shelf.keep(Self.left(token, 900_000), of: key))
    }
    #expect(try await tokens() == ["2-b", "3-c"])
    // The same page takes the place of what was typed on it before.
    #expect(try await shelf.keep(Self.left("3-c", 10), of: key))
    #expect(try await tokens() == ["2-b", "3-c"])
    let kept = CarriedPages(try #require(try await shelf.kept(of: key)))
    #expect(kept.pages.last?["answer"]?.count == 10)
    // Of the same step what was typed before is forgotten, and what was typed the next time stays.
    let answered = PostedBody(["step": "a", "token": "2-f"])
    try await shelf.forget(answered, andShown: true, of: key)
    #expect(try await tokens() == ["3-c"])
    #expect(try await shelf.kept(of: SessionKey("eve", key.session)) == nil)
    try await shelf.forget(key)
    #expect(try await shelf.kept(of: key) == nil)
  }

  /// Each page is written once, however many have to make room: otherwise this takes minutes.
  @Test(.timeLimit(.minutes(5))) func `many pages at once make room for each other`() async throws {
    func body(_ numbers: Range<Int>) -> PostedBody {
      var pages = CarriedPages([])
      for number in numbers {
        let text = String(repeating: "x", count: 35_000)
        pages.add(PostedBody(["step": "s", "token": "\(number)-a", "answer": text]))
      }
      var body = PostedBody()
      body.fields = Array(pages.fieldsOfPages.joined())
      return body
    }
    #expect(try await shelf.keep(body(0..<50), of: key))
    #expect(try await shelf.keep(body(50..<100), of: key))
    let kept = try await tokens()
    #expect(kept.count > 50 && kept == (100 - kept.count..<100).map { "\($0)-a" })
    // What comes now is kept whole or not at all.
    #expect(try await !shelf.keep(body(100..<430), of: key))
    #expect(try await tokens() == kept)
  }

  @Test func `what is too large by itself leaves what is there`() async throws {
    #expect(try await shelf.keep(Self.left("1-a"), of: key))
    #expect(try await !shelf.keep(Self.left("2-b", TypedShelf.mostBytes), of: key))
    #expect(try await tokens() == ["1-a"])
    // So is what is shown to be copied.
    var shown = Self.left("3-c")
    for index in 0..<3 {
      let name = FieldName.unsent(index)
      let text = String(repeating: "x", count: 700_000)
      shown.fields.append(PostedBody.Field(name: name, value: text))
    }
    #expect(try await !shelf.keep(shown, of: key))
    #expect(try await tokens() == ["1-a"])
  }

  @Test func `no user fills the store, and what was kept longest ago makes room`() async throws {
    let keys = (0..<6).map { _ in SessionKey("ada", .newSession()) }
    for key in keys {
      #expect(try await shelf.keep(Self.left("1-a", 1_900_000), of: key))
      clock.advance(to: clock.now.addingTimeInterval(1))
    }
    let kept = try await values.values(of: "ada", on: "typed", beginning: "")
    #expect(kept.reduce(0) { $0 + $1.bytes.count } <= TypedShelf.mostBytesOfUser)
    let first = keys[0].session.uuidString.lowercased()
    #expect(kept.count == 5 && !kept.contains { $0.name.contains(first) })
  }

  // MARK: - At once

  @Test func `of many pages that are left at once none is lost`() async throws {
    let shelf = TypedShelf(PausingStore(base: values), by: clock)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask { [key] in
          try await shelf.keep(Self.left("\(number)-a", step: "\(number)"), of: key)
        }
      }
      for try await isKept in group { #expect(isKept) }
    }
    #expect(Set(try await tokens()) == Set((0..<20).map { "\($0)-a" }))
  }

  /// One that was slow comes to a number that is free again.
  @Test func `a page that comes behind an older value is not lost`() async throws {
    let store = PausingStore(base: values)
    let shelf = TypedShelf(store, by: clock)
    #expect(try await shelf.keep(Self.left("1-a", step: "a"), of: key))
    store.whenRead {
      // Meanwhile others make two more numbers, and remove those before.
      _ = try? await self.shelf.keep(Self.left("2-b", step: "b"), of: self.key)
      _ = try? await self.shelf.keep(Self.left("3-c", step: "c"), of: self.key)
    }
    #expect(try await shelf.keep(Self.left("4-d", step: "d"), of: key))
    #expect(Set(try await tokens()) == ["1-a", "2-b", "3-c", "4-d"])
    #expect(try await shelf.keep(Self.left("5-e", step: "e"), of: key))
    #expect(Set(try await tokens()) == ["1-a", "2-b", "3-c", "4-d", "5-e"])
    #expect(try await values.values(of: "ada", on: "typed", beginning: "").count == 1)
  }

  @Test func `what cannot be kept leaves what is there`() async throws {
    let store = PausingStore(base: values)
    let shelf = TypedShelf(store, by: clock)
    #expect(try await shelf.keep(Self.left("1-a"), of: key))
    store.isFull = true
    await #expect(throws: StoreFailure.self) {
      _ = try await shelf.keep(Self.left("2-b"), of: key)
    }
    #expect(try await tokens(on: shelf) == ["1-a"])
    store.isFull = false
    #expect(try await shelf.keep(Self.left("2-b"), of: key))
    #expect(try await tokens(on: shelf) == ["1-a", "2-b"])
  }

  @Test func `what an interruption has left of earlier values does not count`() async throws {
    let store = PausingStore(base: values)
    let shelf = TypedShelf(store, by: clock)
    #expect(try await shelf.keep(Self.left("1-a"), of: key))
    store.keepsAll = true
    #expect(try await shelf.keep(Self.left("1-a", 7), of: key))
    #expect(try await values.values(of: "ada", on: "typed", beginning: "").count == 2)
    let kept = CarriedPages(try #require(try await shelf.kept(of: key)))
    #expect(kept.pages.map { $0["answer"]?.count } == [7])
    store.keepsAll = false
    #expect(try await shelf.keep(Self.left("2-b"), of: key))
    #expect(try await values.values(of: "ada", on: "typed", beginning: "").count == 1)
  }

  // MARK: - Time

  @Test func `what is kept expires, and what is damaged is nothing`() async throws {
    #expect(try await shelf.keep(Self.left("1-a"), of: key))
    clock.advance(to: clock.now.addingTimeInterval(TypedShelf.lifetime - 1))
    #expect(try await tokens() == ["1-a"])
    clock.advance(to: clock.now.addingTimeInterval(1))
    #expect(try await shelf.kept(of: key) == nil)
    // What comes now is kept without what has expired.
    #expect(try await shelf.keep(Self.left("2-b"), of: key))
    #expect(try await tokens() == ["2-b"])
    try await shelf.forget(key)
    let name = KeptValue.start(of: "ada") + key.session.uuidString.lowercased() + "-000000001"
    for text in ["", "{", "{}", "[1]", #"[["a"]]"#] {
      _ = try await values.make(
        KeptValue(shelf: "typed", name: name, owner: "ada", bytes: Array(text.utf8)))
      #expect(try await shelf.kept(of: key) == nil)
      try await shelf.forget(key)
      #expect(try await values.value(named: name, on: "typed") == nil)
    }
  }

  @Test func `of a session that has ended it is kept for a day`() async throws {
    #expect(try await shelf.keep(Self.left("1-a"), of: key))
    // Nothing makes it last longer.
    for _ in 0..<2 {
      try await shelf.expire(key)
      #expect(try await tokens() == ["1-a"])
      clock.advance(to: clock.now.addingTimeInterval(TypedShelf.lifetimeOfEnded / 2))
    }
    #expect(try await shelf.kept(of: key) == nil)
    try await shelf.expire(key)
    #expect(try await shelf.keep(Self.left("2-b"), of: key, ended: true))
    clock.advance(to: clock.now.addingTimeInterval(TypedShelf.lifetimeOfEnded))
    #expect(try await shelf.kept(of: key) == nil)
  }

  @Test func `to forget one page does not make the others last longer`() async throws {
    #expect(try await shelf.keep(Self.left("1-a", step: "a"), of: key))
    #expect(try await shelf.keep(Self.left("2-b", step: "b"), of: key))
    clock.advance(to: clock.now.addingTimeInterval(TypedShelf.lifetime - 1))
    try await shelf.forget(PostedBody(["token": "2-b"]), andShown: true, of: key)
    #expect(try await tokens() == ["1-a"])
    clock.advance(to: clock.now.addingTimeInterval(1))
    #expect(try await shelf.kept(of: key) == nil)
  }

  @Test func `a user is forgotten with all of it, and nobody else`() async throws {
    let others = [SessionKey("ada", .newSession()), SessionKey("eve", .newSession())]
    for key in [key] + others { #expect(try await shelf.keep(Self.left("1-a"), of: key)) }
    try await shelf.forgetAll(of: "ada")
    #expect(try await values.values(of: "ada", on: "typed", beginning: "").isEmpty)
    #expect(try await shelf.kept(of: others[1]) != nil)
  }
}

/// A store in which others always come between, and which can be full or keep what is to be removed.
private final class PausingStore: ValueStore {
  private struct Faults {
    var isFull = false
    var keepsAll = false
    /// Runs once something was read, before the reader gets it.
    var whenRead: (@Sendable () async -> Void)?
  }

  private let base: MemoryValueStore
  private let faults = Mutex(Faults())

  init(base: MemoryValueStore) { self.base = base }

  var isFull: Bool {
    get { faults.withLock { $0.isFull } }
    set { faults.withLock { $0.isFull = newValue } }
  }

  var keepsAll: Bool {
    get { faults.withLock { $0.keepsAll } }
    set { faults.withLock { $0.keepsAll = newValue } }
  }

  /// Has something done as soon as values were read, once.
  func whenRead(_ act: @escaping @Sendable () async -> Void) {
    faults.withLock { $0.whenRead = act }
  }

  func make(_ value: KeptValue) async throws(StoreFailure) -> Bool {
    await Task.yield()
    guard !isFull else { throw StoreFailure(.noSpace, at: "values", "it is full") }
    return try await base.make(value)
  }

  func value(named name: String, on shelf: String) async throws(StoreFailure) -> KeptValue? {
    await Task.yield()
    return try await base.value(named: name, on: shelf)
  }

  func values(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) -> [KeptValue] {
    let found = try await base.values(of: owner, on: shelf, beginning: prefix)
    await Task.yield()
    let act = faults.withLock { faults in
      defer { faults.whenRead = nil }
      return faults.whenRead
    }
    await act?()
    return found
  }

  func remove(named name: String, on shelf: String) async throws(StoreFailure) {
    await Task.yield()
    guard !keepsAll else { throw StoreFailure(.unavailable, at: "values", "it is away") }
    try await base.remove(named: name, on: shelf)
  }

  func removeValues(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) {
    try await base.removeValues(of: owner, on: shelf, beginning: prefix)
  }

  func removeExpired(by moment: Date) async throws(StoreFailure) {
    try await base.removeExpired(by: moment)
  }
}
