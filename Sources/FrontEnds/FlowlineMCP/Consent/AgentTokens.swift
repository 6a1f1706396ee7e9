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

  private let folder: PrivateFolder
  private let clock: any FlowClock

  /// Makes the tokens of a folder.
  ///
  /// - Parameters:
  ///   - folder: where the digests are.
  ///   - clock: says when tokens expire.
  public init(folder: String, clock: any FlowClock = SystemFlowClock()) {
    self.folder = PrivateFolder(path: folder)
    self.clock = clock
  }

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - user: in whose name it acts.
  ///   - name: what the user calls the agent.
  /// - Returns: the token; nil if the user has as many as there may be.
  /// - Throws: ``PrivateFolderError``.
  public func make(for user: UserID, named name: String) throws(PrivateFolderError) -> String? {
    guard grants(of: user).count < Self.most else { return nil }
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255) }
    let token =
      "flowline-"
      + Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
    let contents: JSONValue = [
      "user": .string(user.rawValue), "name": .string(DataText.line(name, longest: 80)),
      "expires": .integer(Int64(clock.now.timeIntervalSince1970 + Self.lifetime)),
    ]
    _ = try folder.make(Self.digest(of: token), Array(contents.text.utf8))
    return token
  }

  /// Whose name a token acts in; nil if it does not count.
  public func user(of token: String) -> UserID? {
    guard token.hasPrefix("flowline-"), token.utf8.count < 100 else { return nil }
    return grant(Self.digest(of: token))?.user
  }

  /// The tokens of a user that count.
  public func grants(of user: UserID) -> [Grant] {
    folder.names.compactMap(grant).filter { $0.user == user }
  }

  /// Revokes a token of a user; nothing happens if it is another's.
  public func revoke(_ id: String, of user: UserID) {
    guard Self.isID(id), grant(id)?.user == user else { return }
    folder.remove(id)
  }

  private func grant(_ id: String) -> Grant? {
    guard Self.isID(id), let bytes = folder.read(id),
      let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)),
      let user = json["user"]?.string, let name = json["name"]?.string,
      case .integer(let expires)? = json["expires"]
    else { return nil }
    let end = Date(timeIntervalSince1970: Double(expires))
    guard end > clock.now else {
      folder.remove(id)
      return nil
    }
    return Grant(id: id, user: UserID(user), name: name, expires: end)
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 64 && text.allSatisfy { $0.isHexDigit }
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
