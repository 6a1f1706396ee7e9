import BooksClient
import Flowline
import ServiceBasics

/// The texts of the steps that flows at a company's books share.
let sharedTexts = TextCatalog(PackageResources.BooksSteps_xcstrings)

/// What the flows at a company's books are called together.
let familyName = sharedTexts("family")

/// A flow at a company's books, with texts of its feature.
typealias BooksFlow = CatalogedFlow

/// What a flow is given to reach the books.
struct BooksAccess: Sendable {
  private let find: @Sendable () throws -> Bookkeeper

  /// The way in; nil for books that let everybody in.
  let logIn: (any BooksLogIn)?
  /// Whether a transaction is explained by its category first, not by its type.
  private(set) var startsWithCategory = false
  /// What the program tells its users; nil if that is nothing.
  let notices: NoticeBoard?
  /// The clock by which a flow stops waiting for a slow service; nil to wait for every answer.
  let clock: (any FlowClock)?
  /// Whether its users look after the files of this computer, so that errors name them.
  private let namesFiles: Bool

  init(
    logIn: (any BooksLogIn)? = nil, notices: NoticeBoard? = nil, namesFiles: Bool = true,
    clock: (any FlowClock)? = nil, _ find: @escaping @Sendable () throws -> Bookkeeper
  ) {
    self.logIn = logIn
    self.notices = notices
    self.clock = clock
    self.namesFiles = namesFiles
    self.find = find
  }

  /// The same access, for flows that explain a transaction by its category first.
  var startingWithCategory: BooksAccess {
    var access = self
    access.startsWithCategory = true
    return access
  }

  /// What the user may do, if that was read lately; nil at books that let everybody in.
  var knownLevel: Int? { logIn == nil ? nil : (try? find())?.knownLevel }

  /// Whether the log-in is kept by a server, which the person reaches by a browser, and not by the
  /// person’s own computer.
  var isAtServer: Bool { logIn?.waitsForReturnEvent ?? false }

  /// The way in.
  ///
  /// - Throws: a `BooksError` if the books have none.
  func requireLogIn() throws -> any BooksLogIn {
    guard let logIn else { throw BooksError.withoutLogIn }
    return logIn
  }

  /// Asks the way in for something.
  ///
  /// - Throws: a `BooksError`, also if the books have none.
  func askLogIn<Answer>(_ ask: (any BooksLogIn) async throws -> Answer) async throws -> Answer {
    do {
      return try await ask(try requireLogIn())
    } catch let error as BooksError {
      throw told(error)
    }
  }

  /// Forgets the log-in, and what was read by it.
  func logOut() async throws {
    try await askLogIn { try await $0.logOut() }
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
      throw told(BooksError(error))
    }
  }

  /// Asks who keeps the books for something.
  ///
  /// - Throws: a `BooksError`, also if the files of this computer cannot be used.
  func ask<Answer>(_ ask: (Bookkeeper) async throws -> Answer) async throws -> Answer {
    do {
      return try await ask(try keeper())
    } catch let error as BooksError {
      throw told(error)
    }
  }

  private func told(_ error: BooksError) -> BooksError { namesFiles ? error : error.withoutFile }
}
