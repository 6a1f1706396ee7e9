import Bank
import BankClient
import FoundationEssentials
import ServiceBasics
import ServiceCalls
import ServiceOrders
import Synchronization
import TestSupport

/// A clock that moves when somebody sleeps, and keeps how long each sleep was.
final class TestTime: Sendable {
  private struct State {
    var now: Date
    var uptime = Duration.seconds(1_000_000)
    var sleeps: [Duration] = []
  }

  private let state: Mutex<State>

  init(_ now: Date) { state = Mutex(State(now: now)) }

  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  var now: Date { state.withLock { $0.now } }

  /// Timing by this clock; `expire` ends requests that take too long, by default after a long real
  /// time.
  func timing(
    random: Double = 1,
    expire: @escaping @Sendable (Duration) async throws -> Void = Timing().expire
  ) -> Timing {
    Timing(
      now: { self.now },
      sleep: { duration in
        try Task.checkCancellation()
        self.state.withLock { $0.sleeps.append(duration) }
        self.pass(duration)
      },
      expire: expire, random: { random }, uptime: { self.uptime })
  }

  private var uptime: Uptime {
    let passed = state.withLock { $0.uptime }
    return Uptime(boot: "the test's", milliseconds: Int64(passed / .milliseconds(1)))
  }

  /// Lets time pass; nobody waits.
  func pass(_ duration: Duration) {
    state.withLock {
      $0.now += duration / .seconds(1)
      $0.uptime += duration
    }
  }

  /// Somebody puts the clock forward, or back.
  func put(forward duration: Duration) {
    state.withLock { $0.now += duration / .seconds(1) }
  }
}

let secret = "eyJhbGciOiJQUzI1NiJ9.a-token_that~nobody.may/see+ever1234567890=="

/// The token of another customer, who may use the same account.
let otherSecret = "eyJhbGciOiJQUzI1NiJ9.another-token_that~nobody.may/see+ever123456=="

/// A client of an address, its order book in a folder.
func makeClient(
  _ address: String, in folder: TemporaryFolder, token: String = secret,
  patience: Patience = Patience(), timing: Timing = Timing(),
  settlingTime: Duration = .seconds(60),
  events: @escaping @Sendable (HTTPBank.Event) -> Void = { _ in }
) throws -> HTTPBank {
  HTTPBank(
    HTTPBank.Configuration(
      address: try BankAddress(address), userAgent: "Flowline tests",
      requestTimeout: .seconds(600), settlingTime: settlingTime, patience: patience,
      timing: timing),
    token: .text(try AccessToken(token)), orders: try OrderBook(folder: folder.path),
    events: events)
}
