public import FreeAgentAPI
import ServiceBasics

/// An address of something in the books, as people copy it: of the service’s web app, such as
/// `https://thornbury.freeagent.com/invoices/756440`, or of its API, such as
/// `https://api.freeagent.com/v2/invoices/756440`.
///
/// Nothing is fetched from the address itself, so it may begin with `http://` as well.
///
/// The paths of the web app are not documented; they are read as those of the API. A decision of this
/// project.
public struct BookLink: Sendable, Hashable {
  /// What it leads to.
  public enum Target: Sendable, Hashable {
    /// A document.
    case document(OutgoingDocument.Kind, id: String)
    /// A transaction of a bank account.
    case transaction(BookID<FreeAgent.BankTransaction>)
    /// A bank account.
    case account(BookID<FreeAgent.BankAccount>)
    /// A contact.
    case contact(BookID<FreeAgent.Contact>)
    /// The expenses.
    case expenses
    /// Nothing that a flow shows.
    case other
  }

  /// Why a text is not such an address.
  public enum Problem: Error, Sendable, Hashable {
    /// It is no web address.
    case notAnAddress
    /// It is an address of the service’s own web app, and names no company.
    case noCompany(host: String)
    /// It is the address of something else.
    case elsewhere(host: String)
  }

  /// The company that the web app’s address names; nil for the API, whose log-in says it.
  public let subdomain: String?
  /// What it leads to.
  public let target: Target

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - text: the address; spaces around it, a query and a fragment are left out.
  ///   - root: where the API of these books is.
  /// - Throws: a ``Problem``.
  public init(_ text: String, at root: FreeAgent.Root) throws(Problem) {
    let text = text.drop { $0 == " " }.prefix { !" ?#".contains($0) }
    guard let address = Self.withoutScheme(text) else { throw .notAnAddress }
    let parts = address.split(separator: "/")
    guard let host = parts.first?.lowercased() else { throw .notAnAddress }
    if let api = Self.withoutScheme(root.url[...]), address.hasPrefix("\(api)/") {
      subdomain = nil
      target = Target(path: address.dropFirst(api.count).split(separator: "/"))
    } else if let company = Self.company(ofHost: host, at: root) {
      subdomain = company
      target = Target(path: Array(parts.dropFirst()))
    } else if Self.hostsWithoutCompany.contains(host) {
      throw .noCompany(host: host)
    } else {
      throw .elsewhere(host: host)
    }
  }

  /// The hosts of the service’s own web app, which serve every company.
  private static let hostsWithoutCompany: Set = ["app.freeagent.com", "www.freeagent.com"]

  /// An address from its host on; nil if it is none of HTTP or HTTPS.
  private static func withoutScheme(_ text: Substring) -> Substring? {
    ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
      .map { text.dropFirst($0.count) }
  }

  /// The company that a host of the web app names; nil for any other host.
  ///
  /// The web app of the service’s own sandbox has other hosts than the one of the service itself.
  private static func company(ofHost host: String, at root: FreeAgent.Root) -> String? {
    let webApp = root == .sandbox ? ".sandbox.freeagent.com" : ".freeagent.com"
    let name = host.dropLast(webApp.count)
    guard host.hasSuffix(webApp), !name.isEmpty, !name.contains("."),
      !["api", "app", "sandbox", "www"].contains(name)
    else { return nil }
    return String(name)
  }
}

extension BookLink.Target {
  /// What the parts of a path lead to: the last thing that they name.
  init(path: [Substring]) {
    self = .other
    for (collection, id) in zip(path, path.dropFirst().map(String.init) + [""]) {
      switch collection {
      case "invoices": self = .document(.invoice, id: id)
      case "credit_notes": self = .document(.creditNote, id: id)
      case "estimates": self = .document(.estimate, id: id)
      case "bank_transactions": self = BookID(id).map { .transaction($0) } ?? .other
      case "bank_accounts": self = BookID(id).map { .account($0) } ?? .other
      case "contacts": self = BookID(id).map { .contact($0) } ?? .other
      case "expenses": self = .expenses
      default: continue
      }
    }
    if case .document(_, let id) = self, BookID<FreeAgent.Invoice>(id) == nil { self = .other }
  }
}

extension Bookkeeper {
  /// Reads an address of something in these books.
  ///
  /// - Throws: a `BookLink.Problem`.
  public func link(_ text: String) throws(BookLink.Problem) -> BookLink {
    try BookLink(text, at: service.root)
  }

  /// The account of a transaction.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if one of them is no longer there.
  public func account(
    of transaction: BookID<FreeAgent.BankTransaction>
  ) async throws -> BookAccount {
    let answer = try await ask(FreeAgent.Get<FreeAgent.BankTransaction>(transaction.identifier))
    guard let id = BookID(answer.bankAccount) else { throw BooksError(.gone) }
    return try await account(id)
  }

  /// An account as it is now, hidden or not.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if it is no longer there.
  public func account(_ id: BookID<FreeAgent.BankAccount>) async throws -> BookAccount {
    // The list is sure to say what there is to do in each; it may leave hidden ones out.
    let listed: [FreeAgent.BankAccount] = try await list()
    if let account = listed.first(where: { BookID($0.url) == id }).flatMap({ BookAccount($0) }) {
      return account
    }
    guard let account = BookAccount(try await ask(FreeAgent.Get(id.identifier))) else {
      throw BooksError(.unreadable, cause: .incomplete("the account has no address"))
    }
    return account
  }
}
