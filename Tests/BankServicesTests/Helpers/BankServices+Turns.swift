import Bank
import DataSetTesting
import ServiceBasics
import Synchronization

@testable import BankServices
@testable import DataSets

extension Turns {
  /// The services of a bank, in which nothing happens but in turns.
  func services(
    of bank: any Bank, login: (any BankLogin)? = nil, copies: (any CopyStore)? = nil,
    clock: TestClock
  ) -> BankServices {
    let credentials = login.map(TokenCredentials.init)
    let context = DataSetContext(
      now: { clock.now }, users: UserDirectory(credentials: credentials, store: copies),
      store: copies
    ) { [self] work in start { await work() } }
    return BankServices(bank, login: login, in: Repository(in: context))
  }
}

extension DataSet {
  /// Whether what was read last may be the service's present state.
  var isCurrent: Bool { shared.withLock { $0.state.isCurrent } }

  /// How many wait for something to happen.
  var waiting: Int { shared.withLock { $0.waiters.count } }

  /// What is held in memory.
  var held: Value? { shared.withLock { $0.state.copy?.value } }
}

extension BankError {
  static let offline = BankError.unavailable(cause: "no connection")
  static let loggedOut = BankError.notLoggedIn(cause: "the token has expired")
}
