import FoundationEssentials

/// All that machines share of a log-in: each record says all of it, in place of the one before.
///
/// Described and printed without what only the program may know.
struct LogInRecord: Sendable, Hashable, Codable {
  /// An attempt, and what the browser brought back.
  struct Attempt: Sendable, Hashable, Codable {
    /// The address of the page on which the person allows access.
    let page: String
    private let redirect: String
    private let state: String
    private let verifier: String?
    /// The address to which the browser was led; nil before it came back.
    fileprivate(set) var returned: String?

    init(_ attempt: OAuthAttempt) {
      (page, redirect) = (attempt.page, attempt.redirect)
      (state, verifier) = (attempt.state, attempt.verifier)
    }

    /// The attempt itself.
    var attempt: OAuthAttempt {
      OAuthAttempt(page: page, redirect: redirect, state: state, verifier: verifier)
    }

    /// The answer that the browser brought; nil if it has not come back.
    var answer: OAuthAnswer? { returned.flatMap { attempt.answer(inQueryOf: $0) } }
  }

  /// The log-in.
  private(set) var contents = LogInContents.loggedOut(.never)
  /// The attempt that is under way; nil if there is none.
  private(set) var attempt: Attempt?

  /// Whether the log-in came of the attempt with a page.
  func isLoggedIn(by page: String) -> Bool {
    guard case .loggedIn(let tokens) = contents else { return false }
    return tokens.logInID == OAuthAttempt.logInID(of: page)
  }

  /// Takes another log-in; the attempt that has led to it is over.
  mutating func keep(_ contents: LogInContents) {
    self.contents = contents
    if let attempt, isLoggedIn(by: attempt.page) { self.attempt = nil }
  }

  /// Begins an attempt, in place of an earlier one.
  mutating func begin(_ attempt: OAuthAttempt) { self.attempt = Attempt(attempt) }

  /// Takes what the browser brought back, if it is the first answer to the attempt under way, or that once
  /// more: a machine may end between taking it and telling the flow.
  ///
  /// - Returns: whether it is.
  mutating func take(returned address: String) -> Bool {
    guard let attempt, attempt.returned ?? address == address,
      let answer = attempt.attempt.answer(inQueryOf: address), answer.endsAttempt
    else { return false }
    self.attempt?.returned = address
    return true
  }

  /// Ends the attempt with a page, if it is under way.
  mutating func end(_ page: String) {
    if attempt?.page == page { attempt = nil }
  }
}

extension LogInRecord: CustomStringConvertible, CustomReflectable {
  /// Whether somebody is logged in, and whether there is an attempt.
  var description: String { "\(contents), \(attempt.map { "\($0)" } ?? "no attempt")" }

  /// The log-in, and the attempt.
  var customMirror: Mirror {
    Mirror(self, children: ["contents": contents, "attempt": attempt as Any])
  }
}

extension LogInRecord.Attempt: CustomStringConvertible, CustomReflectable {
  /// Where the browser is led.
  var description: String { attempt.description }

  /// Where the browser is led.
  var customMirror: Mirror { attempt.customMirror }
}
