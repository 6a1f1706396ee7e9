import BooksFlows
import Flowline
import FlowlineWeb
import Synchronization

/// Where the customers' banks and books are, and what is told beside them: read before anything is opened.
struct ServedPlaces {
  let bank: CustomerBanks.Place
  /// Nil if there are no books.
  let books: CustomerBooks.Place?
  let notices: [Notice]
  /// Nil if there is none.
  let usageLog: UsageLog?

  init(_ options: WorldOptions) throws {
    (bank, books) = (try options.bankPlace(), try options.booksPlace())
    (notices, usageLog) = (try options.noticeList(), try options.openUsageLog())
  }
}

/// The banks and the books of the customers, which know each other: who logs out of one is logged out of both.
struct ServedCustomers {
  let banks: CustomerBanks
  /// Nil if there are none.
  let books: CustomerBooks?
  /// Whether a bank or books have an address, so that there is something to log out of.
  private let hasAddress: Bool

  /// Makes them; nothing is read yet.
  ///
  /// - Parameters:
  ///   - places: where they are.
  ///   - explaining: which customers are asked for a category first.
  ///   - stores: what is kept of customers.
  ///   - visitors: knows the customers, and ends them when they log out.
  ///   - server: the server's address, as browsers reach it.
  ///   - environment: the world that clocks are of.
  init(
    at places: ServedPlaces, explaining: CategoryFirst, in stores: ServedStores,
    visitors: Visitors, server: @escaping @Sendable () -> String,
    environment: @escaping @Sendable () -> FlowEnvironment
  ) {
    let bankOfBooks = LateBanks()
    let books = places.books.map { place in
      CustomerBooks(
        at: place, folder: stores.folder, explaining: explaining, notices: places.notices,
        hiddenIn: stores.values, sharing: stores.logs,
        // The next person at the browser is another customer, and could not log this one out of the bank.
        whenLoggedOut: { user async throws(StoreFailure) in
          // Before the visitor ends, whom nobody could log out of the bank any more.
          await bankOfBooks.banks?.forgetToken(of: user)
          try await visitors.end(user)
        },
        bankOrders: { user in try bankOfBooks.banks?.orders(of: user) },
        server: server, environment: environment)
    }
    banks = CustomerBanks(
      at: places.bank, books: books, folder: stores.folder, named: stores.folderName,
      sharing: stores.logs,
      whenLoggedOut: { user async throws(StoreFailure) in
        await books?.logOut(user)
        try await visitors.end(user)
      }, environment: environment)
    bankOfBooks.set(banks)
    self.books = books
    hasAddress = places.bank != .sample || books?.address != nil
  }

  /// Logs a customer out of both after too many wrong PINs; nil at sample banks and books, where nobody is logged in.
  var logOut: WebLock.LogOut? {
    guard hasAddress else { return nil }
    return { [banks, books] user in
      await banks.forgetToken(of: user)
      await books?.logOut(user)
    }
  }
}

/// The banks of customers, which are made after their books and know them.
private final class LateBanks: Sendable {
  private struct Place: Sendable {
    weak var banks: CustomerBanks?
  }

  private let place = Mutex(Place())

  /// The banks; nil before they are made.
  var banks: CustomerBanks? { place.withLock { $0.banks } }

  func set(_ banks: CustomerBanks) { place.withLock { $0.banks = banks } }
}
