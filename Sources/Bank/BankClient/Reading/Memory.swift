import Bank
import FoundationEssentials
import Money
import ServiceCalls
import Synchronization

/// What a client has learnt from its bank and asks for again otherwise.
final class Memory: Sendable {
  /// How many payments are remembered; what is forgotten is asked for.
  private static let mostPayments = 50_000

  private struct State {
    var accounts: [Account] = []
    var times: [Payment.ID: (account: Account.ID, time: Date)] = [:]
    var clockLead: Int64 = 0
    var goalNames: [SavingsGoal.ID: String] = [:]
    var customer: (token: AccessToken, holder: String)?
  }

  private let state = Mutex(State())

  /// The accounts as the bank told them last.
  var accounts: [Account] {
    get { state.withLock { $0.accounts } }
    set { state.withLock { $0.accounts = newValue } }
  }

  /// The currency of an account, if it has been seen.
  func currency(of account: Account.ID) -> Currency? {
    accounts.first { $0.id == account }?.currency
  }

  /// The customer that a token speaks for, if the bank has said it.
  func customer(of token: AccessToken) -> String? {
    state.withLock { state in
      guard let known = state.customer, known.token == token else { return nil }
      return known.holder
    }
  }

  /// Keeps the customer that a token speaks for.
  func note(_ holder: String, of token: AccessToken) {
    state.withLock { $0.customer = (token, holder) }
  }

  /// The name of a goal, if it has been seen.
  func name(of goal: SavingsGoal.ID) -> String? { state.withLock { $0.goalNames[goal] } }

  /// Keeps the names of goals.
  func note(_ goals: [SavingsGoal]) {
    state.withLock { state in
      for goal in goals { state.goalNames[goal.id] = goal.name }
    }
  }

  /// How many milliseconds the bank's clock is ahead of ours, as far as a transfer has shown.
  var clockLead: Int64 {
    get { state.withLock { $0.clockLead } }
    set { state.withLock { $0.clockLead = newValue } }
  }

  /// When a payment of an account's main category was made, if it has been seen.
  func time(of payment: Payment.ID, in account: Account.ID) -> Date? {
    state.withLock { state in
      guard let seen = state.times[payment], seen.account == account else { return nil }
      return seen.time
    }
  }

  /// Keeps when payments of a main category were made.
  func note(_ payments: [Payment]) {
    state.withLock { state in
      if state.times.count + payments.count > Self.mostPayments { state.times = [:] }
      for payment in payments.prefix(Self.mostPayments) {
        state.times[payment.id] = (payment.account, payment.transactionTime)
      }
    }
  }
}
