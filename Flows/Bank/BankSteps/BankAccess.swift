public import Bank
public import BankServices
public import Flowline
public import FoundationEssentials

/// The texts of the steps that flows at a bank share.
let texts = TextCatalog(PackageResources.BankSteps_xcstrings)

/// What a flow is given to reach a bank: its data sets, its orders, the log-in, the time, and the account
/// it is about.
public struct BankAccess: Sendable {
  /// The data sets of the bank, its log-in, and the bank that orders go to.
  public let services: BankServices

  /// The time, for telling how old is what is shown.
  public let now: @Sendable () -> Date

  /// The account that a flow is about; a flow that needs one asks for it if it is nil.
  public private(set) var account: Account?

  /// Makes an access to a bank.
  public init(_ services: BankServices, now: @escaping @Sendable () -> Date = { Date() }) {
    self.services = services
    self.now = now
  }

  /// The same access for flows about this account.
  public func about(_ account: Account) -> BankAccess {
    var access = self
    access.account = account
    return access
  }

  /// How many questions a flow asks, its account included if that is to be asked for.
  public func steps(_ steps: ClosedRange<Int>) -> ClosedRange<Int> {
    account == nil ? steps.lowerBound + 1...steps.upperBound + 1 : steps
  }
}

extension BankAccess {
  /// Holds at a bank with a log-in.
  ///
  /// Flows to log in and out are not shown at others.
  public var hasLogIn: FlowGuard {
    FlowGuard("has-log-in", otherwise: Refusal("no-log-in", texts("guard.no-log-in"))) {
      [services] in services.login != nil
    }.hiding()
  }

  /// Holds at a bank whose orders can stay unanswered.
  ///
  /// The flow that settles them is not shown at others.
  public var hasOpenOrders: FlowGuard {
    FlowGuard(
      "has-open-orders", otherwise: Refusal("no-open-orders", texts("guard.no-open-orders"))
    ) { [services] in services.openOrders != nil }.hiding()
  }

  /// The log-in.
  ///
  /// - Throws: a `BankError` if the bank has none.
  var login: any BankLogin {
    get throws(BankError) {
      guard let login = services.login else { throw .unavailable(cause: "no log-in") }
      return login
    }
  }

  /// The orders that were never answered.
  ///
  /// - Throws: a `BankError` if no order can stay open at the bank.
  var openOrders: any OpenOrders {
    get throws(BankError) {
      guard let orders = services.openOrders else { throw .unavailable(cause: "no open orders") }
      return orders
    }
  }
}
