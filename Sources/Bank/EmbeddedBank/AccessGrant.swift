package import ServiceBasics

/// What an access token allows, and to whom.
///
/// The token itself is nowhere in it.
package struct AccessGrant: Sendable, Hashable {
  /// The SHA-256 digest of the token, in 64 hexadecimal digits.
  package let digest: String

  /// The customer, a UUID.
  package let holder: String

  /// What it allows, such as `savings-goal:read`.
  package let scopes: [String]

  /// When it ends; never where there is no time.
  package let expiresAt: Timestamp?

  /// When it was revoked.
  package let revokedAt: Timestamp?

  package init(
    digest: String, holder: String, scopes: [String], expiresAt: Timestamp? = nil,
    revokedAt: Timestamp? = nil
  ) {
    self.digest = digest
    self.holder = holder
    self.scopes = scopes
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
  }

  /// Whether the token lets anybody in at a time.
  package func isValid(at time: Timestamp) -> Bool {
    revokedAt == nil && expiresAt.map { time < $0 } ?? true
  }
}
