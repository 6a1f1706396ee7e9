import Dispatch
import FoundationEssentials
import Synchronization

/// Makes changes of many sessions, each of one statement: those that come while others are under way share a
/// transaction, and so its round trip and its commit.
///
/// As long as few come at once, each is a transaction of its own and made at once. When many do, one transaction is
/// under way at a time, and the next changes gather meanwhile: the database syncs once for all of them, and is asked
/// once. One that takes long, since it waits for a lock or a standby, holds no others back for long.
///
/// Each change is guarded by its own statement, so that one that comes too late changes nothing and keeps none of the
/// others back. If the database refuses a transaction of several, nothing of it was changed, and each is made by
/// itself, so that none fails for another's fault.
final class ChangeGroups: Sendable {
  /// Makes a transaction, as a pool does, and says what each of its statements came to.
  typealias Making = @Sendable (PostgresCall) async throws(PostgresFailure) -> [PostgresCall.Result]

  /// How many changes count as few: two or three clients are served no quicker together.
  static let few = 3
  /// For how many seconds a transaction holds back others.
  static let patience = 0.01
  /// How many are under way at the most if they take longer than that.
  static let mostAtOnce = 8
  /// How many changes share a transaction at the most.
  static let most = 64
  /// How many bytes the parameters of changes have together that share a transaction: what is larger goes alone.
  static let mostBytes = 256 * 1_024

  /// A change, and which session it is of.
  private struct Change {
    let session: UUID
    let statement: PostgresCall.Statement
  }

  /// A change that waits until others are made.
  private struct Waiting {
    let change: Change
    let size: Int
    let turn: CheckedContinuation<Turn, Never>
  }

  private typealias Outcome = Result<PostgresCall.Result, PostgresFailure>

  /// What the caller of a change is to do.
  private enum Turn {
    /// To make it, together with these.
    case make([Waiting])
    /// To make it by itself: none of its transaction was made.
    case makeAlone
    /// Nothing: another caller has made it.
    case made(Outcome)
  }

  private struct State {
    var underWay = 0
    /// Those that wait, in the order in which they came.
    var waiting: [Waiting] = []
    /// Whether more come than go on their way at once, so that they gather.
    var areMany = false
    /// How many changes the last transaction has, and when it went on its way.
    var last: (count: Int, moment: ContinuousClock.Instant)?
    /// Whether those that wait will be looked after.
    var isLookedAfter = false

    /// Lets a transaction of one change go on its way, if it may.
    mutating func begin(at now: ContinuousClock.Instant, _ patience: Double) -> Bool {
      guard waiting.isEmpty, mayBegin(at: now, patience) else { return false }
      note(1, at: now)
      return true
    }

    /// Lets those go on their way that share the next transaction; none if they are to wait.
    mutating func takeGroup(at now: ContinuousClock.Instant, _ patience: Double) -> [Waiting] {
      guard !waiting.isEmpty, mayBegin(at: now, patience) else { return [] }
      var bytes = 0
      let fitting = waiting.prefix(ChangeGroups.most).prefix { change in
        bytes += change.size
        return bytes <= ChangeGroups.mostBytes
      }
      let group = Array(waiting.prefix(max(1, fitting.count)))
      waiting.removeFirst(group.count)
      note(group.count, at: now)
      return group
    }

    /// Has a change wait.
    mutating func add(_ change: Waiting) {
      if underWay >= ChangeGroups.few { areMany = true }
      waiting.append(change)
    }

    private func mayBegin(at now: ContinuousClock.Instant, _ patience: Double) -> Bool {
      if underWay < (areMany ? 1 : ChangeGroups.few) { return true }
      guard underWay < ChangeGroups.mostAtOnce, let last else { return false }
      return now - last.moment >= .seconds(patience)
    }

    private mutating func note(_ count: Int, at now: ContinuousClock.Instant) {
      underWay += 1
      // Those that a transaction has, and those that have gathered behind it, are all that come.
      if waiting.isEmpty, let last, last.count + count <= ChangeGroups.few { areMany = false }
      last = (count, now)
    }
  }

  private let patience: Double
  private let now: @Sendable () -> ContinuousClock.Instant
  private let making: Making
  private let state = Mutex(State())

  /// Groups what is handed to a pool.
  ///
  /// - Parameters:
  ///   - patience: for how many seconds a transaction holds back others.
  ///   - now: the time by which that is measured.
  ///   - making: makes a transaction.
  init(
    patience: Double = ChangeGroups.patience,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    _ making: @escaping Making
  ) {
    (self.patience, self.now, self.making) = (patience, now, making)
  }

  /// How many changes wait for others.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - statement: the change.
  ///   - session: the session that it is of; no other change of that is under way.
  /// - Returns: what the statement came to.
  func make(
    _ statement: PostgresCall.Statement, of session: UUID
  ) async throws(PostgresFailure) -> PostgresCall.Result {
    let change = Change(session: session, statement: statement)
    switch await turn(for: change) {
    case .made(let outcome): return try outcome.get()
    case .makeAlone: break
    case .make(let others):
      let outcomes = await outcomes(of: [change] + others.map(\.change))
      // First of all: the next transaction goes on its way.
      end()
      for (index, other) in others.enumerated() {
        other.turn.resume(returning: outcomes.map { .made($0[index + 1]) } ?? .makeAlone)
      }
      if let outcomes { return try outcomes[0].get() }
    }
    guard let outcome = await outcomes(of: [change])?.first else { throw Self.untold }
    return try outcome.get()
  }

  private static let untold = PostgresFailure(
    kind: .unknown, reason: "the database did not tell what a statement came to")

  private func turn(for change: Change) async -> Turn {
    let moment = now()
    if state.withLock({ $0.begin(at: moment, patience) }) { return .make([]) }
    return await withCheckedContinuation { turn in
      let isLookedAfter = state.withLock { state in
        state.add(Waiting(change: change, size: change.statement.size, turn: turn))
        defer { state.isLookedAfter = true }
        return state.isLookedAfter
      }
      // Another may have ended meanwhile.
      advance()
      if !isLookedAfter { lookLater() }
    }
  }

  /// A transaction has ended.
  private func end() {
    state.withLock { $0.underWay -= 1 }
    advance()
  }

  /// Lets those that wait go on their way, as far as they may: the first of a transaction makes it.
  func advance() {
    let moment = now()
    while true {
      let group = state.withLock { $0.takeGroup(at: moment, patience) }
      guard let first = group.first else { return }
      first.turn.resume(returning: .make(Array(group.dropFirst())))
    }
  }

  /// Looks after those that wait, since nobody may come or end who lets them go on their way.
  private func lookLater() {
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
      guard let self else { return }
      advance()
      let isOver = state.withLock { state in
        state.isLookedAfter = !state.waiting.isEmpty
        return state.waiting.isEmpty
      }
      if !isOver { lookLater() }
    }
  }

  /// Makes changes as one transaction.
  ///
  /// They are made in the order of their sessions: of two nodes that change several of the same, one waits for the
  /// other, and never each for the other.
  ///
  /// - Returns: what became of each, in the order in which they are given; nil if the database has refused several,
  ///   of which none was made.
  private func outcomes(of changes: [Change]) async -> [Outcome]? {
    let order = changes.indices.sorted { changes[$0].session < changes[$1].session }
    do throws(PostgresFailure) {
      let made = try await making(PostgresCall(order.map { changes[$0].statement }))
      var outcomes = [Outcome](repeating: .failure(Self.untold), count: changes.count)
      for (index, result) in zip(order, made) { outcomes[index] = .success(result) }
      return outcomes
    } catch {
      if case .refused = error.kind, changes.count > 1 { return nil }
      return changes.map { _ in .failure(error) }
    }
  }
}

extension PostgresCall.Statement {
  /// How many bytes its parameters have, about.
  fileprivate var size: Int { parameters.reduce(0) { $0 + $1.size } }
}

extension PostgresValue {
  fileprivate var size: Int {
    switch self {
    case .int: 8
    case .bytes(let bytes): bytes?.count ?? 0
    case .text(let text): text?.utf8.count ?? 0
    case .uuid: 16
    case .bool: 1
    }
  }
}
