import Bank
import BankServices
import Flowline
import FoundationEssentials

/// The texts of the steps that flows at a bank share.
let sharedTexts = TextCatalog(PackageResources.BankSteps_xcstrings)

/// What the flows at a bank are called together.
let familyName = sharedTexts("family")

/// A flow at a bank, with texts of its feature.
typealias BankFlow = CatalogedFlow

/// What a flow is given to reach a bank: its data sets, its orders, the log-in, the time, and the account
/// it is about.
struct BankAccess: Sendable {
  let services: BankServices
  /// The time, for telling how old is what is shown.
  let now: @Sendable () -> Date
  /// The account that a flow is about; a flow that needs one asks for it if it is nil.
  private(set) var account: Account?

  init(_ services: BankServices, now: @escaping @Sendable () -> Date = { Date() }) {
    self.services = services
    self.now = now
  }

  /// The same access for flows about this account.
  func about(_ account: Account) -> BankAccess {
    var access = self
    access.account = account
    return access
  }

  /// How many questions a flow asks, its account included if that is to be asked for.
  func steps(_ steps: ClosedRange<Int>) -> ClosedRange<Int> {
    account == nil ? steps.lowerBound + 1...steps.upperBound + 1 : steps
  }
}

extension BankAccess {
  /// Holds at a bank with a log-in; flows to log in and out are not shown at others.
  var hasLogIn: FlowGuard {
    let refusal = Refusal("no-log-in", sharedTexts("guard.no-log-in"))
    return FlowGuard("has-log-in", otherwise: refusal) { [services] in services.login != nil }
      .hiding()
  }

  /// Holds at a bank whose orders can stay unanswered; the flow that settles them is not shown at
  /// others.
  var hasOpenOrders: FlowGuard {
    let refusal = Refusal("no-open-orders", sharedTexts("guard.no-open-orders"))
    return FlowGuard("has-open-orders", otherwise: refusal) { [services] in
      services.openOrders != nil
    }.hiding()
  }

  /// The log-in.
  ///
  /// - Throws: a `BankError` if the bank has none.
  var login: any BankLogin {
    get throws(BankError) {
      guard let login = services.login else { throw .notOffered }
      return login
    }
  }

  /// The orders that were never answered.
  ///
  /// - Throws: a `BankError` if no order can stay open at the bank.
  var openOrders: any OpenOrders {
    get throws(BankError) {
      guard let orders = services.openOrders else { throw .notOffered }
      return orders
    }
  }
}
