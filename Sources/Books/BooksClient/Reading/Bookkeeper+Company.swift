import FreeAgentAPI
import ServiceBasics

/// The company and its people.
extension Bookkeeper {
  /// Who is logged in; read again after ten minutes.
  ///
  /// - Throws: a ``BooksError``.
  public func user() async throws -> BookUser {
    try await remembered(\.user) {
      guard let user = BookUser(try await ask(FreeAgent.GetMe())) else {
        throw BooksError(.unreadable, cause: .incomplete("the user has no address"))
      }
      return user
    }
  }

  /// The company; read again after ten minutes.
  ///
  /// - Throws: a ``BooksError``.
  public func company() async throws -> BookCompany {
    try await remembered(\.company) { BookCompany(try await ask(FreeAgent.GetCompany())) }
  }

  /// All categories with those of users and accounts, in the service’s order; read again after ten minutes.
  ///
  /// - Throws: a ``BooksError``.
  public func categories() async throws -> [BookCategory] {
    try await remembered(\.categories) {
      try await ask(FreeAgent.GetCategories()).all.compactMap { BookCategory($0) }
    }
  }

  /// Those who work with the books.
  ///
  /// - Throws: a ``BooksError``.
  public func users() async throws -> [BookUser] {
    let users: [FreeAgent.User] = try await list()
    return users.filter { $0.hidden != true }.compactMap { BookUser($0) }
  }
}
