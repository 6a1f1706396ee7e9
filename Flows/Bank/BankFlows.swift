public import Bank
public import BankServices
public import Flowline
public import FoundationEssentials

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
    let (onOnePage, inTurn) = (CreateGoalFlow.Variant.onOnePage, CreateGoalFlow.Variant.inTurn)
    var catalog = FlowCatalog(family: familyName)
    catalog.add(RoundUpFlow(access: access))
    catalog.add(
      onOnePage.rawValue,
      variants: [onOnePage, inTurn].map { CreateGoalFlow(access: access, variant: $0) },
      choosing: .flag({ asksInTurn }, then: inTurn.rawValue, else: onOnePage.rawValue))
    catalog.add(AccountsFlow(access: access))
    catalog.add(AccountFlow(access: access))
    catalog.add(GoalFlow(access: access))
    catalog.add(LogInFlow(access: access), guards: [access.hasLogIn])
    catalog.add(LogOutFlow(access: access), guards: [access.hasLogIn])
    catalog.add(OrdersFlow(access: access), guards: [access.hasOpenOrders])
    catalog.confirmInPerson("transfer", at: "round-up/confirm", "withdraw/confirm", "another")
    catalog.confirmInPerson("deletion", at: "delete/confirm", "another")
    catalog.confirmInPerson("again", at: "open-order/order")
    catalog.confirmInPerson("give-up", at: "open-order/confirm")
    return catalog
  }
}
