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
  /// The catalogue at one bank that is asked for everything anew.
  ///
  /// - Parameters:
  ///   - bank: where the flows read and order.
  ///   - login: the log-in, if the bank needs one.
  ///   - asksInTurn: see ``catalog(services:asksInTurn:now:)``.
  public static func catalog(
    bank: any Bank, login: (any BankLogin)? = nil, asksInTurn: Bool = false
  ) -> FlowCatalog {
    catalog(services: BankServices(bank, login: login), asksInTurn: asksInTurn)
  }

  /// The catalogue: `round-up`, `create-goal`, `accounts`, `account` and `goal`; `log-in` and
  /// `log-out`, hidden unless the bank needs a log-in; `orders`, hidden unless orders can stay open
  /// there.
  ///
  /// - Parameters:
  ///   - services: the data sets of the bank, and the bank that orders go to.
  ///   - asksInTurn: whether `create-goal` asks one question at a time, for front ends that draw no
  ///     pages.
  ///   - now: the time, for telling how old is what is shown.
  public static func catalog(
    services: BankServices, asksInTurn: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> FlowCatalog {
    let access = BankAccess(services, now: now)
    var catalog = FlowCatalog()
    catalog.add(RoundUpFlow(at: access))
    catalog.add(
      CreateGoalFlow.Variant.onOnePage.rawValue,
      variants: CreateGoalFlow.Variant.allCases.map { CreateGoalFlow(at: access, $0) },
      choosing: .flag(
        { asksInTurn }, then: CreateGoalFlow.Variant.inTurn.rawValue,
        else: CreateGoalFlow.Variant.onOnePage.rawValue))
    catalog.add(AccountsFlow(at: access))
    catalog.add(AccountFlow(at: access))
    catalog.add(GoalFlow(at: access))
    catalog.add(LogInFlow(at: access), guards: [access.hasLogIn])
    catalog.add(LogOutFlow(at: access), guards: [access.hasLogIn])
    catalog.add(OrdersFlow(at: access), guards: [access.hasOpenOrders])
    return catalog
  }
}
