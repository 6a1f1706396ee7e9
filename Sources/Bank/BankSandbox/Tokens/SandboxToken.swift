import Bank
import EmbeddedBank
import FoundationEssentials
import SandboxKit
public import ServiceBasics

/// An access token that a sandbox takes.
public struct SandboxToken: Sendable, Hashable {
  /// What clients send.
  public let token: String

  /// What it allows, such as `savings-goal:read`; nil for everything.
  public let scopes: [String]?

  /// When it ends by the bank's clock; nil for never.
  public let expiresAt: Timestamp?

  /// The customer it speaks for, a UUID or any name; the sandbox's own customer if there is none.
  public let holder: String?

  /// Makes a token.
  public init(
    _ token: String, scopes: [String]? = nil, expiresAt: Timestamp? = nil, holder: String? = nil
  ) {
    self.token = token
    self.scopes = scopes
    self.expiresAt = expiresAt
    self.holder = holder
  }

  /// What the token grants at a bank.
  ///
  /// - Parameter customer: the bank's own customer. A name means another one at each bank.
  /// - Returns: the grant, with the token's scopes and end.
  func grant(at customer: String) -> AccessGrant {
    let holder = holder.map { name in
      UUID(uuidString: name)?.uuidString.lowercased() ?? Self.identity(of: "\(customer) \(name)")
    }
    return AccessGrant(
      digest: TokenDigest.hex(token), holder: holder ?? customer,
      scopes: (scopes ?? APIOperations.allScopes).sorted(), expiresAt: expiresAt)
  }

  /// The customer of all sandboxes, before each folder had one of its own.
  static let formerCustomer = identity(of: "customer")

  /// A UUID of version 4 that is always the same for a text.
  private static func identity(of text: String) -> String {
    let digits = Array(TokenDigest.hex(text))
    let groups = [
      digits[0..<8], digits[8..<12], ["4"] + digits[13..<16], ["a"] + digits[17..<20],
      digits[20..<32],
    ]
    return groups.map { String($0) }.joined(separator: "-")
  }
}

extension SandboxToken: CustomStringConvertible, CustomReflectable {
  /// Everything but the token.
  public var description: String {
    "an access token for \(scopes?.joined(separator: ", ") ?? "everything")"
  }

  /// Shows no token either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension SandboxToken: Decodable {
  private enum CodingKeys: CodingKey, CaseIterable { case token, scopes, expiresAt, holder }

  /// Why a token is none, in words that have nothing of it in them.
  enum Problem: Error {
    /// It has a member that there is not: one that is misspelt must not widen what the token allows.
    case member
    /// It allows what the API has no word for.
    case scope(String)
  }

  /// Reads `{"token", "scopes": [...] or "all", "expiresAt"?, "holder"?}`; without scopes it allows
  /// everything.
  public init(from decoder: any Decoder) throws {
    let names = Set(CodingKeys.allCases.map(\.stringValue))
    let members = try decoder.container(keyedBy: MemberName.self).allKeys
    guard members.allSatisfy({ names.contains($0.stringValue) }) else { throw Problem.member }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    token = try container.decode(String.self, forKey: .token)
    if (try? container.decode(String.self, forKey: .scopes)) == "all" {
      scopes = nil
    } else {
      scopes = try container.decodeIfPresent([String].self, forKey: .scopes)
    }
    if let unknown = scopes?.first(where: { !TokenScopes.all.contains($0) }) {
      throw Problem.scope(unknown)
    }
    expiresAt = try container.decodeIfPresent(Timestamp.self, forKey: .expiresAt)
    holder = try container.decodeIfPresent(String.self, forKey: .holder)
  }
}
