public import Bank
public import BankClient
public import BankServices
import Flowline
public import FoundationEssentials
import ServiceOrders

/// A bank that is reached by its address, as flows take one: its data sets with their copies, its
/// orders with their book, and what it waits for told as the effect under way.
public struct BankConnection: Sendable {
  /// The data sets of the bank, and the bank for orders.
  public let services: BankServices

  /// The client, which is the way in as well.
  public let client: HTTPBank

  /// Makes a connection; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - address: where the bank is.
  ///   - token: where the access token comes from.
  ///   - data: the folder under which what was ordered is kept, in a folder of the bank's own.
  ///   - cache: the folder under which copies are kept likewise; without one the bank is asked for
  ///     everything.
  ///   - owner: keeps the copies of one customer from those of another, such as the path of the token
  ///     file; it is not written anywhere.
  ///   - now: the time, for the age of copies.
  /// - Throws: a `BankError` where the folder of the orders cannot be used.
  public init(
    to address: BankAddress, token: TokenSource, data: String, cache: String? = nil,
    owner: String = "", now: @escaping @Sendable () -> Date = { Date() }
  ) throws(BankError) {
    let name = Self.folderName(of: address)
    let orders: OrderBook
    do {
      orders = try OrderBook(folder: "\(data)/banks/\(name)")
    } catch {
      throw BankError(ofOrder: error, path: data)
    }
    client = HTTPBank(HTTPBank.Configuration(address: address), token: token, orders: orders)
    services = BankServices(
      TellingBank(client), login: client,
      cache: cache.map { CacheFolder("\($0)/banks/\(name)/\(Self.digest(of: owner))") }, now: now)
  }

  /// What a folder for a bank is called: host and port, with hyphens for what folders should not have.
  static func folderName(of address: BankAddress) -> String {
    let text = address.text.drop { $0 != "/" }.drop { $0 == "/" }
    let isPlain = { (character: Character) in
      character.isASCII && (character.isLetter || character.isNumber || character == ".")
    }
    return String(text.map { isPlain($0) ? $0 : "-" })
  }

  /// A short name for the owner, which keeps apart and hides nothing.
  private static func digest(of owner: String) -> String {
    var hash = StableHash()
    hash.add(owner.utf8)
    return String(hash.value, radix: 16)
  }
}
