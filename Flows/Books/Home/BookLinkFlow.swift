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
    if let other = link.subdomain, let own = facts.subdomain, other != own.lowercased() {
      try await context.leave(after: "other-company") {
        Row("linked", other)
        Row("yours", texts("company.named", facts.identity.company, own))
      }
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
