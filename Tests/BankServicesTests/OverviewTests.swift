import Bank
import DataSetTesting
import DataSets
import Money
import Testing

@testable import BankServices

/// Accounts of which some balances cannot be read.
@Suite struct OverviewTests {
  private let turns = Turns()
  private let bank: WatchedBank
  private let services: BankServices

  init() throws {
    let clock = TestClock()
    bank = try WatchedBank(clock: clock)
    services = turns.services(of: bank, clock: clock)
  }

  private func read() throws -> [AccountOverview] {
    try turns.run { [services] in try await services.accounts.current().value }
  }

  @Test(arguments: [
    BankError.unreadableAnswer(cause: "the balance is not in it"), .offline,
    .insufficientScope("balance:read"), .refused(cause: "status 400"),
  ])
  func `one balance that cannot be read does not fail the others`(failure: BankError) throws {
    bank.balanceFailures[bank.personal.id] = failure
    let overviews = try read()
    #expect(overviews.map(\.account) == [bank.personal, bank.euro])
    #expect(overviews.map(\.balance?.effective.minorUnits) == [nil, 100_00])
    #expect(overviews.map(\.balanceFailure) == [failure, nil])
  }

  @Test func `balances that fail for different reasons are not known, each for its own`() throws {
    bank.balanceFailures[bank.personal.id] = .offline
    bank.balanceFailures[bank.euro.id] = .insufficientScope("balance:read")
    #expect(try read().map(\.balance) == [nil, nil])
  }

  @Test(arguments: [
    BankError.insufficientScope("balance:read"), .offline, .tooManyRequests(cause: "status 429"),
  ])
  func `what keeps all balances from being read is told as such`(failure: BankError) throws {
    for account in [bank.personal, bank.euro] { bank.balanceFailures[account.id] = failure }
    #expect(throws: failure) { try read() }
  }

  @Test func `a log-in that is needed is told at once`() throws {
    bank.balanceFailures[bank.euro.id] = .loggedOut
    #expect(throws: BankError.loggedOut) { try read() }
  }
}
