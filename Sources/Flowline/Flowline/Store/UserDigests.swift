import Synchronization

extension UserID {
  /// The SHA-256 digest of the name: what is kept of a user beside sessions is found by it.
  package var digest: FileDigest { UserDigests.shared.digest(of: self) }
}

/// The digests of users who were there lately: a request asks for its user's several times.
private final class UserDigests: Sendable {
  static let shared = UserDigests()

  /// How many are known at the most, some 300 bytes each.
  private static let most = 4_096

  private let known = Mutex<[UserID: FileDigest]>([:])

  func digest(of user: UserID) -> FileDigest {
    if let digest = known.withLock({ $0[user] }) { return digest }
    let digest = FileDigest(of: user.rawValue.utf8)
    known.withLock { known in
      if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
      known[user] = digest
    }
    return digest
  }
}
