public import BooksClient
public import DataSets
import ServiceBasics
public import ServiceCalls
import Synchronization

/// Where a person's browser comes back to from a page of the service.
public enum BooksLogInReturn: Sendable {
  /// A port of this computer, or any that is free if it is 0; what the browser shows there.
  case here(port: Int, LoopbackPages)
  /// An address of the program's own server, which calls ``HTTPBooksLogIn/take(returned:)``.
  case server(@Sendable () -> String)
}

/// The log-in at books with an address: a page of the service, and a browser or a person who brings back
/// what it leads to.
public final class HTTPBooksLogIn: BooksLogIn {
  /// The attempt that is under way.
  private struct Attempt {
    let logIn: OAuthLogIn
    /// Exchanges the answer for tokens, even if nobody waits any more: tokens must not be lost.
    var ending: Task<OAuthLogIn.End, any Error>?
  }

  private let keeper: OAuthTokenKeeper
  private let place: BooksLogInReturn
  private let dataSets: Repository<BooksError>
  private let attempt = Mutex<Attempt?>(nil)

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
    self.place = place
    self.dataSets = dataSets
  }

  /// Begins to wait for the browser.
  public func begin() async throws -> String {
    await attempt.withLock { $0.take() }?.logIn.cancel()
    do {
      let logIn =
        switch place {
        case .here(let port, let pages):
          try await OAuthLogIn(keeper, port: port, pages: pages)
        case .server(let address): OAuthLogIn(keeper, returningTo: address())
        }
      let other = attempt.withLock { attempt in
        let other = attempt
        attempt = Attempt(logIn: logIn)
        return other
      }
      await other?.logIn.cancel()
      return logIn.page
    } catch {
      throw BooksError(error)
    }
  }

  /// Waits for the browser; if a person pastes the answer first, for what comes of that.
  public func returned(from page: String) async throws -> BooksLogInEnd {
    guard let logIn = current(page)?.logIn else { return .over }
    if let answer = await logIn.answer() { return try await finish(logIn, with: answer) }
    if let ending = current(page)?.ending { return try await end(of: ending) }
    // Nobody waits any more, so nobody is to listen.
    await logIn.cancel()
    try Task.checkCancellation()
    return .over
  }

  /// True at a server, so that no load runs while a person takes their time.
  public var waitsForReturnEvent: Bool {
    if case .server = place { true } else { false }
  }

  /// Takes the redirect that a person's browser brought to the server.
  ///
  /// - Parameter address: the path and query of the request.
  /// - Returns: whether it is the first answer to the attempt under way.
  public func take(returned address: String) -> Bool {
    attempt.withLock { $0?.logIn }?.take(returned: address) ?? false
  }

  /// Reads the text without sending anything.
  public func fault(in text: String, for page: String) -> BooksLogInFault? {
    switch current(page)?.logIn.answer(pasted: text) {
    case .otherAttempt?: .otherAttempt
    case .unreadable?: .unreadable
    case .allowed?, .notAllowed?, .refused?, nil: nil
    }
  }

  /// Takes the text as what the browser would have brought.
  public func finish(with text: String, for page: String) async throws -> BooksLogInEnd {
    guard let logIn = current(page)?.logIn else { return .over }
    return try await finish(logIn, with: logIn.answer(pasted: text))
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

  private func current(_ page: String) -> Attempt? {
    attempt.withLock { $0?.logIn.page == page ? $0 : nil }
  }

  /// Takes the first answer of an attempt; all later ones have the same end.
  ///
  /// What is no answer to the attempt ends nothing: the right one may still come.
  private func finish(
    _ logIn: OAuthLogIn, with answer: OAuthAnswer
  ) async throws -> BooksLogInEnd {
    let endsAttempt = answer != .otherAttempt && answer != .unreadable
    let ending: Task<OAuthLogIn.End, any Error>? = attempt.withLock { attempt in
      guard attempt?.logIn === logIn else { return nil }
      if let ending = attempt?.ending { return ending }
      let ending = Task { try await logIn.finish(answer) }
      if endsAttempt { attempt?.ending = ending }
      return ending
    }
    guard let ending else { return .over }
    return try await end(of: ending)
  }

  private func end(of ending: Task<OAuthLogIn.End, any Error>) async throws -> BooksLogInEnd {
    do {
      switch try await ending.value {
      case .loggedIn: return .loggedIn
      case .notAllowed: return .notAllowed
      }
    } catch let failure as OAuthFailure {
      throw BooksError(failure)
    }
  }
}
