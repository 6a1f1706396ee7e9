public import BooksClient
public import BooksHTTP
import DataSets
import DataSetsSQLite
package import FreeAgentAPI
public import ServiceBasics
public import ServiceCalls
public import ServiceOrders
import Synchronization

/// Books that are reached by their address, as flows use them: requests, the log-in, and the book of what
/// was ordered.
public struct BooksConnection: Sendable {
  /// The log-in.
  public let logIn: HTTPBooksLogIn

  /// The requests, which tell the load or commit that asks how long it waits.
  package let service: any FreeAgent.Service
  private let folder: String
  /// What machines share of what was ordered; nil if that is kept in the folder.
  private let orders: (any SharedLog)?
  private let dataSets: Repository<BooksError>
  private let timing: Timing
  private let settlingTime: Duration
  private let kept = Kept()

  /// Makes a connection; nothing is sent yet, and no file is read or made.
  ///
  /// - Parameters:
  ///   - address: where the books are.
  ///   - client: who the program is there.
  ///   - data: the folder under which the log-in and what was ordered are kept, in a folder of the
  ///     service’s own.
  ///   - cache: the folder under which copies of what is long to read are kept likewise, for each user
  ///     apart; without it they are read in each run.
  ///   - logs: what machines share, for orders and the log-in to be kept in instead; the orders in
  ///     that folder are moved there. They are of one customer of the service.
  ///   - place: where the browser comes back to after a log-in; nil for the client's port of this computer.
  ///   - patience: how often and how long a service that does not answer is asked again.
  ///   - settlingTime: after how long an unanswered request can no longer be carried out.
  ///   - transport: sends the requests; nil for the network.
  ///   - timing: the clocks and the sleep.
  public init(
    to address: BooksAddress, client: ClientFile, data: String, cache: String? = nil,
    sharing logs: BooksLogs? = nil, returningTo place: BooksLogInReturn? = nil,
    patience: Patience = Patience(), settlingTime: Duration = OrderTimes.settling,
    transport: (any Transport)? = nil, timing: Timing = Timing()
  ) {
    let transport = transport ?? NetworkTransport(timing: timing)
    folder = "\(data)/books/\(address.service.folderName)"
    orders = logs?.orders
    let oauth = address.oauth(for: client.client)
    // Each program has a log-in of its own.
    let file = OAuthTokenFile(
      path: "\(folder)/log-in-\(PercentEncoding.encoded(client.client.id))")
    let keeper =
      if let log = logs?.logIn {
        OAuthTokenKeeper(oauth, sharedIn: log, transport: transport, timing: timing)
      } else {
        OAuthTokenKeeper(oauth, file: file, transport: transport, timing: timing)
      }
    service = TellingBooks(
      HTTPBooks(
        address, tokens: keeper, transport: transport, patience: patience, timing: timing))
    dataSets = Repository(
      credentials: keeper.credentials(asking: service),
      copies: cache.map {
        SQLiteCopyStore(folder: "\($0)/books/\(address.service.folderName)", now: timing.now)
      }, now: timing.now)
    logIn = HTTPBooksLogIn(
      keeper, returningTo: place ?? .here(port: client.port, LoopbackPages()), dataSets: dataSets)
    self.timing = timing
    self.settlingTime = settlingTime
  }

  /// The bookkeeper, the same each time; the first time it opens the book of what was ordered.
  ///
  /// - Throws: a `DatabaseFileError` if that cannot be used.
  public func keeper() throws -> Bookkeeper { try desk().keeper }

  /// The same bookkeeper if ``keeper()`` has made it; nil if the book of what was ordered was not opened yet.
  public var openKeeper: Bookkeeper? { kept.made.withLock { $0?.keeper } }

  /// The book of what was ordered, which ``keeper()`` uses.
  ///
  /// - Throws: a `DatabaseFileError` if it cannot be used.
  public func orderBook() throws -> OrderBook { try desk().book }

  private func desk() throws -> Desk {
    try kept.made.withLock { made in
      let desk = try made ?? makeDesk()
      made = desk
      return desk
    }
  }

  private func makeDesk() throws -> Desk {
    let (now, uptime) = (timing.now, timing.uptime)
    let clock = OrderClock(
      now: { Timestamp(now()) }, uptime: uptime, settlingTime: settlingTime)
    let book = try OrderBook.kept(in: folder, orFollowing: orders, timing: timing)
    var desk = OrderDesk(book, clock, longestWait: .seconds(120), timing: timing)
    // As for any request that was not sent.
    desk.closedError = FreeAgent.CallProblem.notSent(OrderBookClosed.cause)
    return Desk(book: book, keeper: Bookkeeper(service, desk: desk, dataSets: dataSets))
  }

  /// What is made when it is first used.
  private struct Desk: Sendable {
    let book: OrderBook
    let keeper: Bookkeeper
  }

  private final class Kept: Sendable {
    let made = Mutex<Desk?>(nil)
  }
}
