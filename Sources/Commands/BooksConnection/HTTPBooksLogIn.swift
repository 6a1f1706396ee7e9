public import BooksClient
import ServiceBasics
public import ServiceCalls
import Synchronization

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
  private let port: Int
  private let pages: LoopbackPages
  private let attempt = Mutex<Attempt?>(nil)

  /// Makes a log-in; nothing is sent yet, and nobody listens.
  ///
  /// - Parameters:
  ///   - keeper: keeps the tokens.
  ///   - port: the port at which the browser is awaited; 0 for any that is free.
  ///   - pages: what the browser shows.
  public init(
    _ keeper: OAuthTokenKeeper, port: Int = 0, pages: LoopbackPages = LoopbackPages()
  ) {
    self.keeper = keeper
    self.port = port
    self.pages = pages
  }

  /// Begins to listen for the browser.
  public func begin() async throws -> String {
    await attempt.withLock { $0.take() }?.logIn.cancel()
    do {
      let logIn = try await OAuthLogIn(keeper, port: port, pages: pages)
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

  /// Forgets both tokens; the service goes on knowing them, as it has no request that ends them.
  public func logOut() async throws {
    do {
      try await keeper.logOut()
    } catch {
      throw BooksError(error)
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
