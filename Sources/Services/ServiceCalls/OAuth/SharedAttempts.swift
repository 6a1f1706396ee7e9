/// Attempts that all machines see: what one of them takes is in the record that they share.
struct SharedAttempts: OAuthAttempts {
  let keeper: OAuthTokenKeeper
  let logIn: SharedLogIn
  /// The address to which the person's browser is to be led.
  let address: @Sendable () -> String

  func begin() async throws(OAuthFailure) -> String {
    let attempt = OAuthAttempt(at: keeper.endpoint.service, redirect: address())
    try await logIn.change { (record: inout LogInRecord) -> Void in record.begin(attempt) }
    return attempt.page
  }

  func take(returned address: String) async throws(OAuthFailure) -> Bool {
    try await logIn.change { (record: inout LogInRecord) -> Bool in
      record.take(returned: address)
    }
  }

  func awaits(returned address: String) async throws(OAuthFailure) -> Bool {
    // Of a copy.
    var record = try await logIn.read()
    return record.take(returned: address)
  }

  /// Does not wait: the browser may come to any machine.
  func returned(from page: String) async throws -> OAuthLogIn.End? {
    try await end(of: page) { $0.answer }
  }

  func answer(pasted text: String, for page: String) -> OAuthAnswer? {
    guard let attempt = logIn.record.attempt, attempt.page == page else { return nil }
    return attempt.attempt.answer(pasted: text)
  }

  func finish(with text: String, for page: String) async throws -> OAuthLogIn.End? {
    try await end(of: page) { $0.attempt.answer(pasted: text) }
  }

  /// Takes an answer to the attempt with a page, if it is under way.
  private func end(
    of page: String, by read: (LogInRecord.Attempt) -> OAuthAnswer?
  ) async throws(OAuthFailure) -> OAuthLogIn.End? {
    let record = try await logIn.read()
    guard let attempt = record.attempt, attempt.page == page else {
      return record.isLoggedIn(by: page) ? .loggedIn : nil
    }
    guard let answer = read(attempt) else { return nil }
    if case .allowed(let code) = answer { return try await exchanged(code, of: attempt.attempt) }
    if answer.endsAttempt { try await end(page) }
    _ = try answer.code()
    return .notAllowed
  }

  /// Exchanges a code, even if nobody waits any more: tokens must not be lost.
  private func exchanged(
    _ code: OAuthCode, of attempt: OAuthAttempt
  ) async throws(OAuthFailure) -> OAuthLogIn.End? {
    let ending: Task<Result<OAuthLogIn.End?, OAuthFailure>, Never> = Task {
      do throws(OAuthFailure) {
        return .success(try await exchange(code, of: attempt))
      } catch {
        return .failure(error)
      }
    }
    return try await ending.value.get()
  }

  /// Exchanges a code, unless another machine has done so or the attempt is over.
  private func exchange(
    _ code: OAuthCode, of attempt: OAuthAttempt
  ) async throws(OAuthFailure) -> OAuthLogIn.End? {
    let page = attempt.page
    do throws(OAuthFailure) {
      let isDone = try await keeper.logIn(with: code, of: attempt) {
        () async throws(OAuthFailure) -> Bool in
        try await logIn.read().attempt?.page == page
      }
      if isDone { return .loggedIn }
    } catch {
      // The code may be used up. If the record cannot be written, the next attempt takes its place.
      try? await end(page)
      throw error
    }
    return logIn.record.isLoggedIn(by: page) ? .loggedIn : nil
  }

  private func end(_ page: String) async throws(OAuthFailure) {
    try await logIn.change { (record: inout LogInRecord) -> Void in record.end(page) }
  }
}
