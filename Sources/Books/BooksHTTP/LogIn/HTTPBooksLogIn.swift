public import BooksClient
public import DataSets
public import ServiceCalls

/// The log-in at books with an address: a page of the service, and a browser or a person who brings back
/// what it leads to.
public final class HTTPBooksLogIn: BooksLogIn {
  private let keeper: OAuthTokenKeeper
  private let attempts: any OAuthAttempts
  private let dataSets: Repository<BooksError>

  /// True at a server, so that no load runs while a person takes their time.
  public let waitsForReturnEvent: Bool

  /// Makes a log-in; nothing is sent yet, and nobody listens.
  ///
  /// - Parameters:
  ///   - keeper: keeps the tokens.
  ///   - place: where the browser comes back to.
  ///   - dataSets: what is read of the books; a log-out removes the copies of it.
  public init(
    _ keeper: OAuthTokenKeeper, returningTo place: BooksLogInReturn,
    dataSets: Repository<BooksError> = Repository()
  ) {
    self.keeper = keeper
    self.dataSets = dataSets
    switch place {
    case .here(let port, let pages):
      attempts = keeper.attempts(port: port, pages: pages)
      waitsForReturnEvent = false
    case .server(let address):
      attempts = keeper.attempts(returningTo: address)
      waitsForReturnEvent = true
    }
  }

  /// Begins to wait for the browser.
  public func begin() async throws -> String {
    do throws(OAuthFailure) {
      return try await attempts.begin()
    } catch {
      throw BooksError(error)
    }
  }

  /// Waits for the browser; if a person pastes the answer first, for what comes of that.
  public func returned(from page: String) async throws -> BooksLogInEnd {
    try await end { try await attempts.returned(from: page) }
  }

  /// Takes the redirect that a person's browser brought to the server.
  ///
  /// - Parameter address: the path and query of the request.
  /// - Returns: whether it is the first answer to the attempt under way; one that servers share may take that
  ///   once more.
  /// - Throws: a `BooksError` if it could not be kept; the same address can be taken again.
  public func take(returned address: String) async throws -> Bool {
    do throws(OAuthFailure) {
      return try await attempts.take(returned: address)
    } catch {
      throw BooksError(error)
    }
  }

  /// Whether a redirect is an answer that ``take(returned:)`` would take; nothing is taken yet.
  ///
  /// - Parameter address: the path and query of the request.
  /// - Throws: a `BooksError` if nobody can tell.
  public func awaits(returned address: String) async throws -> Bool {
    do throws(OAuthFailure) {
      return try await attempts.awaits(returned: address)
    } catch {
      throw BooksError(error)
    }
  }

  /// Reads the text without sending anything.
  public func fault(in text: String, for page: String) -> BooksLogInFault? {
    switch attempts.answer(pasted: text, for: page) {
    case .otherAttempt?: .otherAttempt
    case .unreadable?: .unreadable
    case .allowed?, .notAllowed?, .refused?, nil: nil
    }
  }

  /// Takes the text as what the browser would have brought.
  public func finish(with text: String, for page: String) async throws -> BooksLogInEnd {
    try await end { try await attempts.finish(with: text, for: page) }
  }

  /// Forgets both tokens and what was read; the service still knows the tokens, as it has no request that
  /// ends them.
  public func logOut() async throws {
    try await dataSets.logOut { () async throws(BooksError) in
      do throws(OAuthFailure) {
        try await keeper.logOut()
      } catch {
        throw BooksError(error)
      }
    }
  }

  private func end(_ attempt: () async throws -> OAuthLogIn.End?) async throws -> BooksLogInEnd {
    do {
      switch try await attempt() {
      case .loggedIn?: return .loggedIn
      case .notAllowed?: return .notAllowed
      case nil: return .over
      }
    } catch let failure as OAuthFailure {
      throw BooksError(failure)
    }
  }
}
