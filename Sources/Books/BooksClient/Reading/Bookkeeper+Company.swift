import FreeAgentAPI
import ServiceBasics
import Synchronization

/// The company and its people.
extension Bookkeeper {
  /// Who is logged in; read once.
  ///
  /// - Throws: a ``BooksError``.
  public func user() async throws -> BookUser {
    if let known = memory.withLock({ $0.user }) { return known }
    guard let user = BookUser(try await ask(FreeAgent.GetMe())) else {
      throw BooksError(.unreadable, cause: "the user has no address")
    }
    memory.withLock { $0.user = user }
    return user
  }

  /// The company; read once.
  ///
  /// - Throws: a ``BooksError``.
  public func company() async throws -> BookCompany {
    if let known = memory.withLock({ $0.company }) { return known }
    let company = BookCompany(try await ask(FreeAgent.GetCompany()))
    memory.withLock { $0.company = company }
    return company
  }

  /// All categories with those of users and accounts, in the service’s order; read once.
  ///
  /// - Throws: a ``BooksError``.
  public func categories() async throws -> [BookCategory] {
    if let known = memory.withLock({ $0.categories }) { return known }
    let categories = try await ask(FreeAgent.GetCategories()).all.compactMap { BookCategory($0) }
    memory.withLock { $0.categories = categories }
    return categories
  }

  /// Those who work with the books.
  ///
  /// - Throws: a ``BooksError``.
  public func users() async throws -> [BookUser] {
    let users: [FreeAgent.User] = try await list()
    return users.filter { $0.hidden != true }.compactMap { BookUser($0) }
  }
}
