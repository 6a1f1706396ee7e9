public import Bank
public import BankClient
public import BankServices
import DataSetsSQLite
import Flowline
public import FoundationEssentials
public import ServiceBasics
public import ServiceCalls
public import ServiceOrders

/// A bank that is reached by its address, as flows use one: its data sets with their copies, its
/// orders with their book, and progress messages for the effect that is under way.
public struct BankConnection: Sendable {
  /// The data sets of the bank, and the bank for orders.
  public let services: BankServices

  /// The client, which is the log-in as well.
  public let client: HTTPBank

  /// What was ordered at it.
  public let orders: OrderBook

  /// Makes a connection; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - address: where the bank is.
  ///   - token: where the access token comes from.
  ///   - data: the folder under which orders are kept, in a folder of the bank's own.
  ///   - log: a log that machines share, for orders to be kept in instead, and for nothing else; what is in that
  ///     folder is moved there. It is one for each customer of a bank.
  ///   - cache: the folder under which copies are kept likewise, for each customer apart; without it
  ///     the bank is asked for everything.
  ///   - showsCopies: whether copies are shown and kept. If not, orders mark those that are there, and
  ///     a log-out removes them, all the same.
  ///   - ending: what a log-out ends besides the access tokens; nil for nothing. It is refused as long as an
  ///     order was never answered, and no order is begun while it is under way.
  ///   - now: the time, for the age of copies and of orders.
  /// - Throws: a `BankError` if the folder of the orders cannot be used.
  public init(
    to address: BankAddress, token: TokenSource, data: String,
    ordersIn log: (any SharedLog)? = nil, cache: String? = nil,
    showsCopies: Bool = true,
    endingAtLogOut ending: LogOutEnding? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(BankError) {
    let name = address.service.folderName
    do {
      orders = try OrderBook.kept(
        in: "\(data)/banks/\(name)", orFollowing: log, timing: Timing(now: now))
    } catch {
      throw BankError(error)
    }
    let configuration = HTTPBank.Configuration(address: address, timing: Timing(now: now))
    client = HTTPBank(configuration, token: token, orders: orders)
    var login: any BankLogin = client
    if let ending { login = EndingLogin(client, with: client, in: orders, ending) }
    services = BankServices(
      TellingBank(client), login: login,
      copies: cache.map { SQLiteCopyStore(folder: "\($0)/banks/\(name)", now: now) },
      showsCopies: showsCopies, now: now)
  }
}
