import AccountFeature
import AccountsFeature
public import Bank
public import BankServices
import BankSteps
import CreateGoalFeature
public import Flowline
public import FoundationEssentials
import GoalFeature
import RoundUpFeature

/// The flows of the bank, as every program of the project offers them.
public enum BankFlows {
  /// The catalogue at one bank that is asked for everything each time.
  ///
  /// - Parameters:
  ///   - bank: the bank.
  ///   - login: the bank's log-in; nil if it needs none.
  /// - Returns: the same flows as with services, without copies.
  public static func catalog(bank: any Bank, login: (any BankLogin)? = nil) -> FlowCatalog {
    catalog(services: BankServices(bank, login: login))
  }

  /// The catalogue: `round-up`, `create-goal`, `accounts`, `account` and `goal`; `log-in` and
  /// `log-out` if the bank needs a log-in; `orders` if orders can stay open there.
  ///
  /// - Parameters:
  ///   - services: the bank's data and orders.
  ///   - now: the time, for showing how old the data is.
  /// - Returns: the flows, each under its own id.
  public static func catalog(
    services: BankServices, now: @escaping @Sendable () -> Date = { Date() }
  ) -> FlowCatalog {
    let access = BankAccess(services, now: now)
    var catalog = FlowCatalog()
    catalog.add(RoundUpFlow(at: access))
    catalog.add(CreateGoalFlow(at: access))
    catalog.add(AccountsFlow(at: access))
    catalog.add(AccountFlow(at: access))
    catalog.add(GoalFlow(at: access))
    if let login = services.login {
      catalog.add(LogInFlow(login))
      catalog.add(LogOutFlow(login, at: access))
    }
    if let orders = services.openOrders {
      catalog.add(OrdersFlow(orders, at: access))
    }
    return catalog
  }
}
