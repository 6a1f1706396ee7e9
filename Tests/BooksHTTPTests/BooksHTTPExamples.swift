import BooksClient
import BooksHTTP
import DataSets
import FreeAgentAPI
import ServiceBasics
import ServiceCalls
import ServiceOrders

// The examples of BooksHTTP, as they are printed, with what they need around them.

private enum BooksHTTPExamples {
  static func logIn(with secret: String) async throws {
    let address = try BooksAddress("https://api.freeagent.com")
    let transport = NetworkTransport()
    let keeper = OAuthTokenKeeper(
      address.oauth(for: BasicCredentials(id: "the program's id", secret: secret)),
      file: OAuthTokenFile(path: "log-in"), transport: transport)
    let books = HTTPBooks(address, tokens: keeper, transport: transport)

    let logIn = HTTPBooksLogIn(keeper, returningTo: .here(port: 8401, LoopbackPages()))
    let page = try await logIn.begin()
    print("Open \(page) and allow access.")
    guard try await logIn.returned(from: page) == .loggedIn else { return }

    let me = try await books.answer(FreeAgent.GetMe()).answer
    print(me.email ?? "")
    await transport.close()
  }

  static func invoices(of books: HTTPBooks) async throws -> [FreeAgent.Invoice] {
    let invoices = try await HTTPBooks.tellingWaits(to: { wait in
      if let wait { print("Asking again in \(wait.secondsLeft) s") }
    }) {
      try await books.answer(FreeAgent.List<FreeAgent.Invoice>()).answer.elements
    }
    return invoices
  }

  static func bookkeeper(of books: HTTPBooks, _ keeper: OAuthTokenKeeper) throws -> Bookkeeper {
    let timing = Timing()
    let clock = OrderClock(
      now: { Timestamp(timing.now()) }, uptime: timing.uptime, settlingTime: OrderTimes.settling)
    let bookkeeper = Bookkeeper(
      books,
      desk: OrderDesk(
        try OrderBook(folder: "orders"), clock, longestWait: .seconds(120), timing: timing),
      dataSets: Repository(credentials: keeper.credentials(asking: books)))
    return bookkeeper
  }
}
