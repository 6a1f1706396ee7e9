import DataSets
public import FreeAgentAPI
import ServiceOrders
import Synchronization

/// The way into books that let nobody in before a person has allowed it on a page of the service.
///
/// What conforms shows codes and tokens to nobody, in no text and no error.
public protocol BooksLogIn: Sendable {
  /// Begins an attempt, in place of one that was under way.
  ///
  /// - Returns: the address of the page on which the person allows access.
  /// - Throws: a ``BooksError``.
  func begin() async throws -> String

  /// Whether the flow waits for an event before it calls ``returned(from:)``.
  ///
  /// The program delivers the event when the browser is back. If false, ``returned(from:)`` itself waits for
  /// the browser.
  var waitsForReturnEvent: Bool { get }

  /// Waits until the person’s browser comes back from a page, and takes what it brings.
  ///
  /// If ``waitsForReturnEvent`` is true it has come back before, perhaps to another machine.
  ///
  /// - Parameter page: what ``begin()`` returned.
  /// - Returns: what the attempt came to.
  /// - Throws: a ``BooksError``, or a `CancellationError`.
  func returned(from page: String) async throws -> BooksLogInEnd

  /// Why a pasted text cannot be the answer to a page.
  ///
  /// Nil if it can be, or if that is not known on this computer.
  ///
  /// - Parameters:
  ///   - text: the address to which the browser was led, or the code in it.
  ///   - page: what ``begin()`` returned.
  func fault(in text: String, for page: String) -> BooksLogInFault?

  /// Takes a pasted text.
  ///
  /// - Returns: what the attempt came to.
  /// - Throws: a ``BooksError``.
  func finish(with text: String, for page: String) async throws -> BooksLogInEnd

  /// Forgets the log-in, on this computer and on those that share it.
  ///
  /// - Throws: a ``BooksError``.
  func logOut() async throws
}

extension BooksLogIn {
  /// False: ``returned(from:)`` waits for the browser.
  public var waitsForReturnEvent: Bool { false }
}

/// What an attempt to log in came to.
public enum BooksLogInEnd: String, Sendable, Hashable, Codable {
  /// Somebody is logged in.
  case loggedIn = "logged-in"
  /// The person did not allow it.
  case notAllowed = "not-allowed"
  /// The attempt is not under way any more, so that its page leads nowhere.
  case over
}

/// Why a pasted text cannot be the answer to a page.
public enum BooksLogInFault: Sendable, Hashable {
  /// It is the answer to another page.
  case otherAttempt
  /// It is neither an address with a code nor a code.
  case unreadable
}

/// Who is logged in.
public struct BooksIdentity: Sendable, Hashable, Codable {
  /// First and last name.
  public let user: String
  /// The company’s name.
  public let company: String
  /// What the user may do, from 0 to 8; nil if the service does not say.
  public let level: Int?

  /// Whether the user may do what takes a level; a service that names none allows everything.
  public func may(_ level: FreeAgent.PermissionLevel) -> Bool {
    self.level.map { $0 >= level.rawValue } ?? true
  }
}

extension Bookkeeper {
  /// Who is logged in; read again after ten minutes.
  ///
  /// - Throws: a ``BooksError``, of the code `not-allowed` for a user without access.
  public func identity() async throws -> BooksIdentity {
    let user = try await user()
    return BooksIdentity(user: user.name, company: try await company().name, level: user.level)
  }

  /// What the user may do, if that was read in the last ten minutes; everything if the service does not say.
  public var knownLevel: Int? {
    guard let known = memory.withLock({ $0.user }), known.isCurrent(at: desk.clock.now()) else {
      return nil
    }
    return known.value.level ?? FreeAgent.PermissionLevel.full.rawValue
  }

  /// What tells the user and the company from others, as far as that was read, however long ago.
  public var knownUser: BooksUserMark? {
    memory.withLock { memory in
      guard let user = memory.user?.value, let company = memory.company?.value else { return nil }
      return BooksUserMark(user: user.id, company: company.name, subdomain: company.subdomain)
    }
  }

  /// Forgets what was read for somebody who may not be logged in any more.
  public func forget() {
    memory.withLock { $0 = Memory() }
    dataSets.loggedIn()
  }

  /// Has the user read again when next asked for: what was read is not true any more.
  public func forgetUser() {
    memory.withLock { memory -> Void in memory.user?.isOutdated = true }
  }
}

/// What tells a user of a company from others.
public struct BooksUserMark: Sendable, Hashable {
  let user: BookID<FreeAgent.User>
  let company: String
  let subdomain: String?
}
