import GRDB
import ServiceBasics

extension Ledger {
  private struct Row: Codable, FetchableRecord {
    var digest: String
    var holder: String
    var scopes: String
    var expiresAt: Int64?
    var revokedAt: Int64?
  }

  /// The grant of a token, valid or not, or `nil` where it was never given out.
  package func accessGrant(digest: String) throws -> AccessGrant? {
    try row(Row.self, "SELECT * FROM accessToken WHERE digest = ?", [digest]).map {
      AccessGrant(
        digest: $0.digest, holder: $0.holder,
        scopes: $0.scopes.split(separator: " ").map(String.init),
        expiresAt: $0.expiresAt.map(Timestamp.init(milliseconds:)),
        revokedAt: $0.revokedAt.map(Timestamp.init(milliseconds:)))
    }
  }

  /// How many tokens there are that were not revoked, ended or not.
  package func accessGrantCount() throws -> Int {
    try value(Int.self, "SELECT count(*) FROM accessToken WHERE revokedAt IS NULL") ?? 0
  }

  /// Gives out these tokens and no others.
  ///
  /// One that was revoked is remembered, so that it stays so if it comes again out of a file.
  ///
  /// - Parameters:
  ///   - grants: the tokens' digests, with what they allow.
  ///   - keepsRevoked: whether one of these that was revoked stays so.
  /// - Throws: what SQLite throws.
  package func replaceAccessGrants(_ grants: [AccessGrant], keepsRevoked: Bool) throws {
    let kept = Set(
      try values(String.self, "SELECT digest FROM accessToken WHERE revokedAt IS NOT NULL"))
    try execute("DELETE FROM accessToken WHERE revokedAt IS NULL")
    for grant in grants {
      let isRevoked = keepsRevoked && kept.contains(grant.digest)
      try execute(
        "INSERT OR REPLACE INTO accessToken VALUES (?, ?, ?, ?, ?)",
        [
          grant.digest, grant.holder, grant.scopes.joined(separator: " "),
          grant.expiresAt?.milliseconds,
          isRevoked ? now.milliseconds : grant.revokedAt?.milliseconds,
        ])
    }
  }

  /// Revokes all tokens of a customer.
  package func revokeAccess(of holder: String) throws {
    try execute(
      "UPDATE accessToken SET revokedAt = ? WHERE holder = ? AND revokedAt IS NULL",
      [now.milliseconds, holder])
  }
}
