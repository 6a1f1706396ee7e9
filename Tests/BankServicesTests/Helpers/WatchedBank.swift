import Bank
import DataSetTesting
import EmbeddedBank
import FoundationEssentials
import Money
import Synchronization

/// An embedded bank with two accounts, in front of which a test can stand.
final class WatchedBank: ForwardingBank {
  private struct State {
    var failure: BankError?
    var balanceFailures: [Account.ID: BankError] = [:]
    var atOrder: (@Sendable () throws -> Void)?
    var requests: [String] = []
  }

  let personal: Account
  let euro: Account
  private let bank: EmbeddedBank
  private let state = Mutex(State())

  init(clock: TestClock = TestClock()) throws {
    let bank = try EmbeddedBank.inMemory(now: { clock.now })
    func open(_ handle: String, _ code: String) throws -> Account {
      guard let currency = Currency(code: code) else { throw BankError.invalidRecord(cause: code) }
      return try bank.open(NewAccount(handle: handle, name: handle, currency: currency))
    }
    self.bank = bank
    personal = try open("personal", "GBP")
    euro = try open("euro", "EUR")
    for account in [personal, euro] { try post(100_00, to: account, at: clock.now) }
  }

  /// Money comes in.
  func post(_ minorUnits: Int64, to account: Account, at time: Date) throws {
    try bank.post(
      NewPayment(
        account: account.id, amount: Money(minorUnits: minorUnits, currency: account.currency),
        direction: .incoming, status: .settled, source: .fasterPaymentIn,
        counterparty: Counterparty(kind: .sender, name: "Somebody"), transactionTime: time))
  }

  /// What is thrown when the bank is asked.
  var failure: BankError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Why balances cannot be read, each by itself.
  var balanceFailures: [Account.ID: BankError] {
    get { state.withLock { $0.balanceFailures } }
    set { state.withLock { $0.balanceFailures = newValue } }
  }

  /// Done when an order has come, before it is carried out.
  var atOrder: (@Sendable () throws -> Void)? {
    get { state.withLock { $0.atOrder } }
    set { state.withLock { $0.atOrder = newValue } }
  }

  /// What was asked for.
  var requests: [String] { state.withLock { $0.requests } }

  func base() throws -> any Bank {
    if let failure { throw failure }
    return bank
  }

  private func note(_ request: String) { state.withLock { $0.requests.append(request) } }

  func accounts() async throws -> [Account] {
    note("accounts")
    return try await base().accounts()
  }

  func balance(of account: Account.ID) async throws -> Balance {
    if let failure = balanceFailures[account] { throw failure }
    return try await base().balance(of: account)
  }

  func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    note("goals")
    return try await base().goals(of: account)
  }

  func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    note("payments")
    return try await base().payments(of: account, in: interval)
  }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    try atOrder?()
    return try await base().move(order)
  }
}
