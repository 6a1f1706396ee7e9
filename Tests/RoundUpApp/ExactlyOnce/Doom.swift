import BankClient
import FoundationEssentials
import Synchronization

/// Where a process dies.
enum Death: Sendable, Hashable {
  /// How much of what was to be made durable is.
  enum Extent: String, Sendable, CaseIterable {
    case nothing, half, all
  }

  /// At the so-manieth time that it makes its record durable, counted from 1.
  case write(Int, Extent)
  /// When the so-manieth request that it sent has ended, answered or not.
  case request(Int)
}

/// Counts what a process does, and kills it when its time has come.
///
/// From then on nothing that it writes is found by anybody: its record takes nothing, its order book
/// was taken away as it stood, and what it does at the bank is cancelled.
final class Doom: Sendable {
  let home: AppHome
  private let death: Death?
  private let state = Mutex(State())

  private struct State {
    var writes = 0
    var requests = 0
    var isDead = false
  }

  init(_ death: Death?, of home: AppHome) {
    self.death = death
    self.home = home
  }

  var isDead: Bool { state.withLock { $0.isDead } }

  /// How many requests have ended.
  var requests: Int { state.withLock { $0.requests } }

  /// How often the record was made durable.
  var writes: Int { state.withLock { $0.writes } }

  /// Something is about to be made durable.
  ///
  /// Returns how much of it will be, where the process dies.
  func write() -> Death.Extent? {
    state.withLock {
      $0.writes += 1
      guard case .write($0.writes, let extent)? = death, !$0.isDead else { return nil }
      return extent
    }
  }

  /// The client has done something: to be called in the task that it did it in.
  func happened(_ event: HTTPBank.Event) {
    guard case .request = event else { return }
    let dies = state.withLock {
      $0.requests += 1
      return death == .request($0.requests) && !$0.isDead
    }
    if dies { die() }
    if isDead { withUnsafeCurrentTask { $0?.cancel() } }
  }

  func die() {
    // Whatever cannot be taken away is not there for the next one: the round fails by that.
    try? home.die()
    state.withLock { $0.isDead = true }
  }
}
