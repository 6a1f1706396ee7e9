import Crypto
public import Flowline
public import FoundationEssentials
public import Hummingbird

/// Tokens with which agents act in a user's name, each made by that user and revoked by that user.
///
/// A token is 256 random bits; what is kept of it is a digest, from which nobody can make it. It is kept
/// twice: under itself, for requests with the token, and in one of the few places of its user, for the list of
/// tokens. A place is claimed by one token alone, so that no more are made at once than one after the other;
/// and listing those of a user reads nobody else's, those of earlier versions apart until they expire.
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
    /// When it was made.
    var made: Date { expires.addingTimeInterval(-AgentTokens.lifetime) }
  }

  /// What became of a form that asks for a token.
  enum Making: Sendable, Hashable {
    case made(String)
    /// The user has as many as there may be.
    case full
    /// The form made one before, which was revoked since.
    case revoked
  }

  /// How long a token counts, in seconds.
  static let lifetime = 90.0 * 86_400
  /// How many tokens a user has at the most.
  static let most = 20

  private static let digests = "agent-token-digests"
  private static let places = "agent-token-places"
  private static let revoked = "agent-token-revoked"
  /// Where earlier versions kept tokens, without places: these count until they expire.
  private static let earlier = "agent-token"
  /// The shelves of a store on which tokens are found by their users.
  package static let shelves = [places, earlier]

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
    guard case .made(let token) = try await make(for: user, named: name, by: UUID()) else {
      return nil
    }
    return token
  }

  /// Makes the token of a form: the same form sent again gets the same one.
  ///
  /// So nothing but the digest has to be kept to show it again to a browser that sent the form twice. It
  /// follows from the form's key, which is not kept, and from a secret of the servers, so that a form
  /// of somebody else's making has no token that is known beforehand.
  ///
  /// - Parameters:
  ///   - user: in whose name it acts.
  ///   - name: what the user calls the agent.
  ///   - form: the form's key, a random one.
  func make(
    for user: UserID, named name: String, by form: UUID
  ) async throws(StoreFailure) -> Making {
    let token = try await token(of: form, for: user)
    let id = Self.digest(of: token)
    let grants = try await grants(of: user)
    let known = grants.first { $0.id == id }
    let expires = known?.expires ?? clock.now.addingTimeInterval(Self.lifetime)
    let name = Self.name(name)
    if known == nil {
      guard grants.count < Self.most else { return .full }
      guard try await values.value(named: id, on: Self.revoked) == nil else { return .revoked }
      guard let place = try await claimPlace(of: user, for: "\(id) \(name)", until: expires) else {
        return .full
      }
      // If the form was sent twice at once, each request has claimed a place.
      let first = try await placed(of: user).first { Self.token(in: $0).id == id }
      if first?.name != place.name { try await values.remove(named: place.name, on: Self.places) }
    }
    // Also if it has a place already: the request that claimed it may have been cut off before this.
    _ = try await values.make(
      KeptValue(
        shelf: Self.digests, name: id, owner: user, bytes: Array(name.utf8), expires: expires))
    // Revoked meanwhile: its mark is made before its digest is removed.
    guard try await values.value(named: id, on: Self.revoked) == nil else {
      try await remove(id, of: user)
      return .revoked
    }
    return .made(token)
  }

  /// The token that a form made; nil if none of it counts.
  func token(madeBy form: UUID, for user: UserID) async throws(StoreFailure) -> String? {
    let token = try await token(of: form, for: user)
    return try await self.user(of: token) == user ? token : nil
  }

  /// Claims one of a user's places; nil if none is free.
  ///
  /// That of an expired token is free once the store has forgotten it.
  private func claimPlace(
    of user: UserID, for text: String, until expires: Date
  ) async throws(StoreFailure) -> KeptValue? {
    let taken = Set(try await placed(of: user).map(\.name))
    // From 11 on: by name they are in the order of their numbers.
    for number in 1...Self.most {
      let place = KeptValue(
        shelf: Self.places, name: "\(KeptValue.start(of: user))\(number + 10)", owner: user,
        bytes: Array(text.utf8), expires: expires)
      guard !taken.contains(place.name) else { continue }
      if try await values.make(place) { return place }
    }
    return nil
  }

  /// The name of an agent as it is kept; empty if nobody could read it.
  static func name(_ typed: String) -> String { DataText.line(typed, longest: 80) }

  private func token(of form: UUID, for user: UserID) async throws(StoreFailure) -> String {
    let secret = try await values.bytes(named: "agent-tokens", on: "seal") {
      (0..<32).map { _ in UInt8.random(in: 0...255) }
    }
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(form.uuidString) \(user.rawValue)".utf8), using: SymmetricKey(data: secret))
    return "flowline-"
      + Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Whose name a token acts in; nil if it does not count.
  ///
  /// - Throws: a `StoreFailure`.
  public func user(of token: String) async throws(StoreFailure) -> UserID? {
    guard token.hasPrefix("flowline-"), token.utf8.count < 100 else { return nil }
    let digest = Self.digest(of: token)
    for shelf in [Self.digests, Self.earlier] {
      if let value = try await values.value(named: digest, on: shelf) { return grant(value)?.user }
    }
    return nil
  }

  /// The tokens of a user that count.
  ///
  /// - Throws: a `StoreFailure`.
  public func grants(of user: UserID) async throws(StoreFailure) -> [Grant] {
    try await (earlier(of: user) + placed(of: user)).compactMap(grant)
  }

  /// Revokes a token of a user; nothing happens if it is another's.
  ///
  /// - Throws: a `StoreFailure`.
  public func revoke(_ id: String, of user: UserID) async throws(StoreFailure) {
    guard try await !kept(of: id, by: user).isEmpty else { return }
    // The form that made it may be sent again, for a while.
    _ = try await values.make(
      KeptValue(
        shelf: Self.revoked, name: id, owner: user, bytes: [],
        expires: clock.now.addingTimeInterval(86_400)))
    try await remove(id, of: user)
  }

  /// Revokes a token of a user, as ``revoke(_:of:)`` does by its digest.
  func revoke(token: String, of user: UserID) async throws(StoreFailure) {
    try await revoke(Self.digest(of: token), of: user)
  }

  /// Revokes all tokens of a user.
  ///
  /// - Throws: a `StoreFailure` if not all are revoked: call it again.
  public func revokeAll(of user: UserID) async throws(StoreFailure) {
    for grant in try await grants(of: user) { try await revoke(grant.id, of: user) }
  }

  /// Removes what is kept of a token, which no longer counts before its place is free.
  private func remove(_ id: String, of user: UserID) async throws(StoreFailure) {
    try await values.remove(named: id, on: Self.digests)
    for value in try await kept(of: id, by: user) {
      try await values.remove(named: value.name, on: value.shelf)
    }
  }

  /// What is kept of a token beside its digest.
  private func kept(of id: String, by user: UserID) async throws(StoreFailure) -> [KeptValue] {
    try await (earlier(of: user) + placed(of: user)).filter { Self.token(in: $0).id == id }
  }

  /// The places of a user that tokens have.
  private func placed(of user: UserID) async throws(StoreFailure) -> [KeptValue] {
    try await values.values(of: user, on: Self.places, beginning: KeptValue.start(of: user))
  }

  /// The tokens of a user that have no place.
  private func earlier(of user: UserID) async throws(StoreFailure) -> [KeptValue] {
    try await values.values(of: user, on: Self.earlier, beginning: "")
  }

  /// A token that has not expired.
  private func grant(_ value: KeptValue) -> Grant? {
    guard let user = value.owner, let end = value.expires, end > clock.now else { return nil }
    let token = Self.token(in: value)
    return Grant(id: token.id, user: user, name: token.name, expires: end)
  }

  /// The digest and the name of a token.
  ///
  /// - Parameter value: its place, which has both, or what is kept under the digest.
  private static func token(in value: KeptValue) -> (id: String, name: String) {
    let text = String(decoding: value.bytes, as: UTF8.self)
    guard value.shelf == places else { return (value.name, text) }
    let id = text.prefix { $0 != " " }
    return (String(id), String(text.dropFirst(id.count + 1)))
  }

  private static func digest(of token: String) -> String {
    FileDigest(of: token.utf8).digits()
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
