import BooksClient
import Flowline
import ServiceBasics

/// The texts of the steps that flows at a company's books share.
let sharedTexts = TextCatalog(PackageResources.BooksSteps_xcstrings)

/// A flow at a company's books, with texts of its feature.
protocol BooksFlow: Flow {
  /// The texts of the feature.
  static var texts: TextCatalog { get }
}

extension BooksFlow {
  var texts: TextCatalog { Self.texts }
  var catalog: TextCatalog? { Self.texts }
}

/// What a flow is given to reach the books.
struct BooksAccess: Sendable {
  private let find: @Sendable () throws -> Bookkeeper

  /// The way in; nil for books that let everybody in.
  let logIn: (any BooksLogIn)?
  /// Whether a transaction is explained by its category first, not by its type.
  private(set) var startsWithCategory = false
  /// What the program tells its users; nil if that is nothing.
  let notices: NoticeBoard?

  init(
    logIn: (any BooksLogIn)? = nil, notices: NoticeBoard? = nil,
    _ find: @escaping @Sendable () throws -> Bookkeeper
  ) {
    self.logIn = logIn
    self.notices = notices
    self.find = find
  }

  /// The same access, for flows that explain a transaction by its category first.
  var startingWithCategory: BooksAccess {
    var access = self
    access.startsWithCategory = true
    return access
  }

  /// What the user may do, as far as that was read; nil at books that let everybody in.
  var knownLevel: Int? { logIn == nil ? nil : (try? find())?.knownLevel }

  /// The way in.
  ///
  /// - Throws: a `BooksError` if the books have none.
  func requireLogIn() throws -> any BooksLogIn {
    guard let logIn else { throw BooksError(.unavailable, cause: "no log-in") }
    return logIn
  }

  /// Forgets the log-in, and what was read by it.
  func logOut() async throws {
    try await requireLogIn().logOut()
    // Where the orders cannot be opened, nothing was read either.
    (try? find())?.forget()
  }

  /// Has the user’s level read again, as the service refuses what it should allow.
  func forgetUser() { (try? find())?.forgetUser() }

  /// Who keeps the books.
  ///
  /// - Throws: a `BooksError` if the files of this computer cannot be used.
  func keeper() throws -> Bookkeeper {
    do {
      return try find()
    } catch let error as DatabaseFileError {
      throw BooksError(.storage, cause: "\(error.path): \(error.cause)")
    }
  }
}
