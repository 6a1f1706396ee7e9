import BooksClient
import Flowline
import FreeAgentAPI

/// Follows an address of something in the books, of the service’s web app or of its API.
///
/// It results in what the address led to.
struct BookLinkFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "books-link"
  let access: BooksAccess

  func words(for place: String) -> Text? { texts("books-link.result") }

  func run(_ context: FlowContext) async throws -> String {
    let books = context.at(access)
    let text = try await context.run(
      TextScreen("link", length: 1...2_000).refusing { [access] in access.refusal(ofLink: $0) })
    let facts = try await books.read("link-facts") { keeper in
      LinkFacts(
        identity: try await keeper.identity(), subdomain: try await keeper.company().subdomain)
    }
    let link = try access.keeper().link(text)
    if let why = link.otherCompany(than: facts.subdomain, of: facts.identity.company) {
      try await context.leave(after: "other-company", why)
    }
    if let level = link.target.level {
      try await context.require(level, of: facts.identity, orShowing: "level-too-low")
    }
    return try await follow(link.target, books)
  }

  /// Who follows it, and in which company.
  private struct LinkFacts: Codable {
    let identity: BooksIdentity
    let subdomain: String?
  }

  /// What is at the address, if it is there.
  private enum Place: Codable {
    case transaction(account: BookAccount)
    case account(account: BookAccount)
    case document
    case contact
    case gone
  }

  private func follow(_ target: BookLink.Target, _ books: BooksContext) async throws -> String {
    let place = try await books.read("linked") { keeper -> Place in
      do {
        switch target {
        case .transaction(let id): return .transaction(account: try await keeper.account(of: id))
        case .account(let id): return .account(account: try await keeper.account(id))
        case .document(let kind, let id):
          _ = try await keeper.document(kind, id)
          return .document
        case .contact(let id):
          _ = try await keeper.contact(id)
          return .contact
        case .expenses, .other: return .gone
        }
      } catch let error as BooksError where error.code == .gone {
        return .gone
      }
    }
    let lists = ListPlaces()
    switch (target, place) {
    case (.transaction(let id), .transaction(let account)):
      _ = try await books.flow.run(
        TransactionFlow(access: access, account: account, transaction: id))
      return "transaction"
    case (_, .account(let account)):
      _ = try await books.flow.run(BankAccountFlow(access: access, account: account, places: lists))
      return "account"
    case (.document(let kind, let id), .document):
      _ = try await books.flow.run(DocumentFlow(access: access, kind: kind, document: id))
      return kind.rawValue
    case (.contact(let id), .contact):
      _ = try await books.flow.run(ContactFlow(access: access, contact: id))
      return "contact"
    case (.expenses, _):
      _ = try await books.flow.run(OwnExpensesFlow(access: access))
      return "expenses"
    default:
      // Only what has an address of its own can be gone.
      try await books.flow.show("no-place", texts: target == .other ? "names-nothing" : nil)
      // What it was about is in a list of the others.
      switch target {
      case .transaction, .account:
        _ = try await books.flow.run(BankingFlow(access: access, places: lists))
        return "banking"
      case .document:
        _ = try await books.flow.run(DocumentsFlow(access: access, places: lists))
        return "documents"
      case .contact:
        _ = try await books.flow.run(ContactsFlow(access: access, places: lists))
        return "contacts"
      case .expenses, .other: throw FlowCancelled(.declined)
      }
    }
  }
}

extension BookLink.Target {
  /// The level that it takes; nil if it leads nowhere.
  fileprivate var level: FreeAgent.PermissionLevel? {
    switch self {
    case .document: .invoices
    case .transaction, .account: .banking
    case .expenses: .money
    case .contact: .time
    case .other: nil
    }
  }
}

extension BooksAccess {
  /// Why a text is not the address of something in these books; nil if it is.
  fileprivate func refusal(ofLink text: String) -> Refusal? {
    let texts = BookLinkFlow.texts
    do {
      _ = try keeper().link(text)
      return nil
    } catch BookLink.Problem.notAnAddress {
      return Refusal("no-address", texts("link.refusal.no-address"))
    } catch BookLink.Problem.noCompany(let host) {
      return Refusal("no-company", texts("link.refusal.no-company", host))
    } catch BookLink.Problem.elsewhere(let host) {
      return Refusal("elsewhere", texts("link.refusal.elsewhere", host))
    } catch {
      return nil
    }
  }
}

extension BookLink {
  /// Says that it belongs to another company than one’s own, with both names; nil if it does not, or one of the
  /// two has no name in addresses.
  ///
  /// The ids of another company are those of other things.
  ///
  /// - Parameters:
  ///   - own: the name of one’s own company in addresses; nil if it has none.
  ///   - company: what people call it.
  fileprivate func otherCompany(than own: String?, of company: String) -> Text? {
    guard let subdomain, let own, subdomain != own.lowercased() else { return nil }
    return BookLinkFlow.texts("other-company.title", subdomain, company, own)
  }
}

extension BookTransaction {
  /// What a transaction is called in journals, scripts and links.
  static func key(of id: BookID<FreeAgent.BankTransaction>) -> String { "transaction-\(id.text)" }
}

extension BooksAccess {
  /// The transaction that a web address leads to, by its key in a list, or why it leads to none there; nil for a
  /// text that is no web address.
  func transaction(
    at text: String, among keys: [String], in company: BookCompany
  ) -> Result<String, Refusal>? {
    let texts = BookLinkFlow.texts
    let link: BookLink?
    do {
      link = try keeper().link(text)
    } catch BookLink.Problem.notAnAddress {
      return nil
    } catch {
      link = nil
    }
    if let why = link?.otherCompany(than: company.subdomain, of: company.name) {
      return .failure(Refusal("other-company", why))
    }
    guard case .transaction(let id)? = link?.target, keys.contains(BookTransaction.key(of: id))
    else { return .failure(Refusal("not-listed", texts("link.refusal.not-listed"))) }
    return .success(BookTransaction.key(of: id))
  }
}
