import DataSetTesting
import DataSetsSQLite
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import DataSets

/// Users who log in and out, read and order, in several processes over one store, in a random order
/// of turns, against a plain model.
///
/// The model is a number for each user that only grows. No one ever gets another user's number; what
/// is not known to be stale has every order in it that had ended; no older copy replaces a newer one;
/// and when a log-out has ended, no copy is left.
@Suite struct RandomUserTests {
  @Test(arguments: 1...(runsLongTests ? 300 : 100))
  func `in memory`(seed: Int) throws {
    let store = MemoryCopyStore()
    try Round(seed: seed) { store }.play(60)
  }

  @Test(arguments: 1...(runsLongTests ? 20 : 5))
  func `in SQLite, each process with a connection of its own`(seed: Int) throws {
    let folder = try TemporaryFolder()
    try Round(seed: seed) { SQLiteCopyStore(folder: folder.path) }.play(40)
  }
}

private enum Failure: DataSetFailure {
  case offline, loggedOut, other

  init(describing error: any Error) { self = error as? Failure ?? .other }

  var needsUser: Bool { self == .loggedOut }
}

/// The numbers of the users, and how sure they are.
private final class Model: Sendable {
  struct Numbers {
    /// What the service has.
    var present: [String: Int] = [:]
    /// What orders that have ended have brought it to.
    var settled: [String: Int] = [:]
    /// The newest ticket of a copy in the store.
    var tickets: [String: Int64] = [:]
  }

  let numbers = Mutex(Numbers())

  func settled(_ user: String) -> Int { numbers.withLock { $0.settled[user] ?? 0 } }
}

/// A number of a user.
private struct Owned: Codable, Equatable, Sendable {
  let user: String
  let number: Int
}

/// One process: its credential, its data set.
private final class Process: Credentials {
  private struct State {
    var digest: String?
    /// Grows whenever another user may be in.
    var changes = 0
    var isChanging = false
  }

  private let state: Mutex<State>
  private let randomness: Randomness
  private let repository = Mutex<Repository<Failure>?>(nil)
  let model: Model

  init(_ digest: String, _ model: Model, _ randomness: Randomness) {
    state = Mutex(State(digest: digest))
    self.model = model
    self.randomness = randomness
  }

  func start(in turns: Turns, store: any CopyStore) {
    let context = DataSetContext(
      now: { Date(timeIntervalSince1970: 1_795_176_000) },
      users: UserDirectory(credentials: self, store: store), store: store
    ) { work in turns.start { await work() } }
    repository.withLock { $0 = Repository(in: context) }
  }

  var data: Repository<Failure>? { repository.withLock { $0 } }

  var digest: String? { state.withLock { $0.digest } }

  /// The user whose credential is in use.
  var user: String? { digest.map { String($0.prefix { $0 != "-" }) } }

  var changes: Int { state.withLock { $0.changes } }

  /// Whether another credential is in use, and nobody has said so yet.
  var isChanging: Bool {
    get { state.withLock { $0.isChanging } }
    set { state.withLock { $0.isChanging = newValue } }
  }

  func use(_ digest: String?) {
    state.withLock {
      $0.digest = digest
      $0.changes += 1
    }
  }

  func identify() async throws -> IdentifiedUser? {
    await randomness.dawdle()
    let digest = digest
    if randomness.below(4) == 0 { throw Failure.offline }
    let found = digest.map {
      IdentifiedUser(credential: $0, user: String($0.prefix { $0 != "-" }))
    }
    await randomness.dawdle()
    return found
  }

  func fetch() async throws -> Owned {
    await randomness.dawdle()
    if randomness.below(5) == 0 { throw Failure.offline }
    guard let user else { throw Failure.loggedOut }
    let number = model.numbers.withLock { $0.present[user] ?? 0 }
    await randomness.dawdle()
    return Owned(user: user, number: number)
  }
}

private final class Round: Sendable {
  private static let kind = DataSetKind<Owned>("number")

  private let randomness: Randomness
  private let turns = Turns()
  private let model = Model()
  private let processes: [Process]
  private let makeStore: @Sendable () -> any CopyStore
  private let observer: any CopyStore

  init(seed: Int, store: @escaping @Sendable () -> any CopyStore) {
    let (randomness, model) = (Randomness(seed: seed), model)
    self.randomness = randomness
    makeStore = store
    observer = store()
    processes = (0..<3).map { Process("ada-\($0)", model, randomness) }
    for process in processes { process.start(in: turns, store: store()) }
  }

  private static let users = ["ada", "bob"]

  func play(_ count: Int) throws {
    for _ in 0..<count {
      let process = processes[randomness.below(processes.count)]
      switch randomness.below(16) {
      case 0: process.start(in: turns, store: makeStore())
      case 1...2: logIn(process)
      case 3: logOut(process)
      case 4...6: order(process)
      default: read(process)
      }
      for _ in 0..<randomness.below(16) {
        turns.step(choosing: randomness.below)
        look()
      }
    }
    while turns.step(choosing: randomness.below) { look() }
  }

  /// What is in the store is its user's own, current or marked, and never older than before.
  private func look() {
    for user in Self.users {
      guard let stored = observer.copy(of: Self.kind.scope(), for: user) else {
        model.numbers.withLock { $0.tickets[user] = nil }
        continue
      }
      let owned = try? JSONDecoder().decode(Owned.self, from: Data(stored.copy.json))
      #expect(owned?.user == user)
      if !stored.isStale { #expect((owned?.number ?? -1) >= model.settled(user)) }
      model.numbers.withLock { numbers in
        #expect(numbers.tickets[user] ?? 0 <= stored.copy.ticket)
        numbers.tickets[user] = stored.copy.ticket
      }
    }
  }

  private func logIn(_ process: Process) {
    guard !process.isChanging else { return }
    let user = Self.users[randomness.below(2)]
    let digest = "\(user)-\(randomness.below(3))"
    process.use(digest)
    switch randomness.below(3) {
    case 0: process.data?.loggedIn()
    case 1: process.data?.loggedIn(as: IdentifiedUser(credential: digest, user: user))
    // Another thread is between the change and saying so.
    default:
      process.isChanging = true
      turns.start {
        process.isChanging = false
        process.data?.loggedIn()
      }
    }
  }

  private func logOut(_ process: Process) {
    let isAnswered = randomness.below(2) == 0
    turns.start { [self] in
      guard let data = process.data, let user = process.user else { return }
      let changes = process.changes
      try? await data.logOut { () async throws(Failure) in
        #expect(observer.copy(of: Self.kind.scope(), for: user) == nil)
        await randomness.dawdle()
        guard isAnswered else { throw .offline }
        if process.changes == changes { process.use(nil) }
      }
      #expect(observer.copy(of: Self.kind.scope(), for: user) == nil)
    }
  }

  private func order(_ process: Process) {
    turns.start { [self] in
      guard let data = process.data, let user = process.user else { return }
      let changes = process.changes
      let mine: Int? = await data.changing([Self.kind.scope()]) {
        await randomness.dawdle()
        // An order is sent with the token of its user, or not at all.
        guard process.changes == changes else { return nil }
        let mine = model.numbers.withLock { numbers in
          numbers.present[user, default: 0] += 1
          return numbers.present[user] ?? 0
        }
        await randomness.dawdle()
        return mine
      }
      guard let mine else { return }
      model.numbers.withLock { $0.settled[user] = max($0.settled[user] ?? 0, mine) }
    }
  }

  private func read(_ process: Process) {
    let way = randomness.below(3)
    turns.start { [self] in
      guard let data = process.data else { return }
      let set = data.dataSet(Self.kind) { try await process.fetch() }
      let settled = Dictionary(uniqueKeysWithValues: Self.users.map { ($0, model.settled($0)) })
      let changes = process.changes
      let snapshot: Snapshot<Owned, Failure>
      do {
        snapshot =
          switch way {
          case 0: try await set.reload(.hard)
          case 1: try await set.reload(.soft)
          default: try await set.current()
          }
      } catch {
        #expect(error is Failure)
        return
      }
      let owned = snapshot.value
      // It was checked as the read ended; somebody may have logged in or out since.
      if process.changes == changes { #expect(owned.user == process.user) }
      if snapshot.failure == nil { #expect(owned.number >= settled[owned.user] ?? 0) }
      if snapshot.isFresh { #expect(owned.number >= model.settled(owned.user)) }
    }
  }
}
