import FoundationEssentials
import ServiceBasics

/// What is kept of a log-in.
enum LogInContents: Sendable, Hashable {
  /// Somebody is logged in with these tokens.
  case loggedIn(OAuthTokens)
  /// Nobody is logged in, for this reason.
  case loggedOut(LogOutReason)
}

extension LogInContents: Codable {
  init(from decoder: any Decoder) throws {
    guard let contents = try Form(from: decoder).contents else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "it is no log-in"))
    }
    self = contents
  }

  func encode(to encoder: any Encoder) throws { try Form(self).encode(to: encoder) }
}

/// The form in which it is kept.
private struct Form: Codable {
  var access: String?
  var refresh: String?
  var since: Timestamp?
  var ends: Timestamp?
  var logIn: UUID?
  var loggedOut: LogOutReason?

  init(_ contents: LogInContents) {
    switch contents {
    case .loggedIn(let tokens):
      access = tokens.access.secret
      refresh = tokens.refresh
      since = tokens.since
      ends = tokens.ends
      logIn = tokens.logInID
    case .loggedOut(let reason): loggedOut = reason
    }
  }

  var contents: LogInContents? {
    if let loggedOut { return .loggedOut(loggedOut) }
    guard let since, let access = access.flatMap({ try? AccessToken($0) }) else { return nil }
    // Which log-in it is was not kept at first; the file is whole all the same.
    guard let logIn else { return .loggedOut(.keptByEarlierVersion) }
    return .loggedIn(
      OAuthTokens(access: access, refresh: refresh, since: since, ends: ends, logInID: logIn))
  }
}
