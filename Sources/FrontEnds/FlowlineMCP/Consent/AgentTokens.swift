public import Flowline
public import FoundationEssentials
public import Hummingbird

/// Tokens with which agents act in a user's name, each made by that user and revoked by that user.
///
/// A token is 256 random bits; what is kept of it is a digest, from which nobody can make it.
public struct AgentTokens: Sendable {
  /// A token that counts.
  public struct Grant: Sendable, Hashable {
    /// The digest, by which it is revoked.
    public let id: String
    /// Whose name it is.
    public let user: UserID
    /// What the user calls the agent.
    public let name: String
    /// When it stops to count.
    public let expires: Date
  }

  /// How long a token counts, in seconds.
  static let lifetime = 90.0 * 86_400
  /// How many tokens a user has at the most.
  static let most = 20

  private static let shelf = "agent-token"
  private let values: any ValueStore
  private let clock: any FlowClock

  /// Makes tokens.
  ///
  /// - Parameters:
  ///   - values: keeps the digests; the same for all processes that take the tokens.
  ///   - clock: says when tokens expire.
  public init(keptIn values: any ValueStore, clock: any FlowClock = SystemFlowClock()) {
    self.values = values
    self.clock = clock
  }

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - user: in whose name it acts.
  ///   - name: what the user calls the agent.
  /// - Returns: the token; nil if the user has as many as there may be.
  /// - Throws: a `StoreFailure`.
  public func make(
    for user: UserID, named name: String
  ) async throws(StoreFailure) -> String? {
    guard try await grants(of: user).count < Self.most else { return nil }
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255) }
    let token =
      "flowline-"
      + Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
    _ = try await values.make(
      KeptValue(
        shelf: Self.shelf, name: Self.digest(of: token), owner: user,
        bytes: Array(DataText.line(name, longest: 80).utf8),
        expires: clock.now.addingTimeInterval(Self.lifetime)))
    return token
  }

  /// Whose name a token acts in; nil if it does not count.
  ///
  /// - Throws: a `StoreFailure`.
  public func user(of token: String) async throws(StoreFailure) -> UserID? {
    guard token.hasPrefix("flowline-"), token.utf8.count < 100 else { return nil }
    let value = try await values.value(named: Self.digest(of: token), on: Self.shelf)
    return value.flatMap(grant)?.user
  }

  /// The tokens of a user that count.
  ///
  /// - Throws: a `StoreFailure`.
  public func grants(of user: UserID) async throws(StoreFailure) -> [Grant] {
    try await values.values(of: user, on: Self.shelf, beginning: "").compactMap(grant)
  }

  /// Revokes a token of a user; nothing happens if it is another's.
  ///
  /// - Throws: a `StoreFailure`.
  public func revoke(_ id: String, of user: UserID) async throws(StoreFailure) {
    guard try await values.value(named: id, on: Self.shelf)?.owner == user else { return }
    try await values.remove(named: id, on: Self.shelf)
  }

  /// A token that has not expired.
  private func grant(_ value: KeptValue) -> Grant? {
    guard let user = value.owner, let end = value.expires, end > clock.now else { return nil }
    return Grant(
      id: value.name, user: user, name: String(decoding: value.bytes, as: UTF8.self), expires: end)
  }

  private static func digest(of token: String) -> String {
    String(FileDigest(of: Array(token.utf8)).description.dropFirst("sha256:".count))
  }
}

extension AgentTokens {
  /// The token that a request carries; nil if it carries none, or several.
  public static func bearer(in request: Request) -> String? {
    let values = request.headers[values: .authorization]
    guard values.count == 1, let value = values.first else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }
}
