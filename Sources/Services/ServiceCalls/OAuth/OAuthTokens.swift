public import FoundationEssentials
public import ServiceBasics

/// What a log-in consists of: a token for calls, and the one that brings the next ones.
///
/// Described and printed without the tokens.
public struct OAuthTokens: Sendable, Hashable {
  /// The token for calls.
  public let access: AccessToken

  /// The token that brings the next ones; nil if a person has to log in again instead.
  let refresh: String?

  /// When they were asked for, by this computer's clock.
  public let since: Timestamp

  /// When the access token ends, by this computer's clock; nil if the service did not say.
  public let ends: Timestamp?

  /// What tells the log-in from others, and says nothing of its tokens; the same after they were renewed.
  public internal(set) var logInID: UUID

  init(
    access: AccessToken, refresh: String?, since: Timestamp, ends: Timestamp?,
    logInID: UUID = UUID()
  ) {
    self.logInID = logInID
    self.access = access
    self.refresh = refresh
    self.since = since
    self.ends = ends
  }

  /// Whether the access token has ended, as far as this computer's clock can tell.
  func hasEnded(at now: Timestamp) -> Bool { ends.map { now >= $0 } ?? false }

  /// Whether they are to be renewed before they are used.
  ///
  /// That is a little ahead of their end, so that no call arrives too late; and if the clock was put
  /// back meanwhile, since it cannot tell the end then.
  func areDue(at now: Timestamp) -> Bool {
    guard let ends else { return false }
    let lifetime = ends.milliseconds - since.milliseconds
    let ahead = min(Self.longestAhead, lifetime / 4)
    return now.milliseconds >= ends.milliseconds - ahead || now < since
  }

  /// A minute, in milliseconds: more than a call takes.
  private static let longestAhead: Int64 = 60_000
}

extension OAuthTokens: CustomStringConvertible, CustomReflectable {
  /// When they end.
  public var description: String { "a log-in\(ends.map { " until \($0)" } ?? "")" }

  /// When they end.
  public var customMirror: Mirror { Mirror(self, children: ["ends": ends as Any]) }
}
