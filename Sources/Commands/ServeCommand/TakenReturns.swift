import Flowline
import Foundation
import Synchronization

/// Which redirects were taken up, and the sessions that they led to, so that a page that is loaded again says so.
///
/// It is kept in memory, and has no code: a digest tells one redirect from another.
final class TakenReturns: Sendable {
  /// A redirect that was taken up.
  struct Taken: Sendable {
    let user: UserID
    let digest: FileDigest
    /// The session that waited for it; nil if none did, or it is not known yet.
    let session: UUID?
  }

  /// How many are remembered, the newest.
  private static let most = 1_000

  private let list = Mutex<[Taken]>([])

  /// Remembers a redirect, in place of what was remembered of it.
  ///
  /// - Parameters:
  ///   - query: the query of the request.
  ///   - user: whose browser brought it.
  ///   - session: the session that waited for it; nil if none did, or it is not known yet.
  func note(_ query: String, of user: UserID, leadingTo session: UUID? = nil) {
    let taken = Taken(user: user, digest: Self.digest(query), session: session)
    list.withLock { list in
      list.removeAll { $0.user == taken.user && $0.digest == taken.digest }
      list.append(taken)
      list.removeFirst(max(0, list.count - Self.most))
    }
  }

  /// What is remembered of a redirect of a user's; nil if it was not taken up, or long ago.
  func find(_ query: String, of user: UserID) -> Taken? {
    let digest = Self.digest(query)
    return list.withLock { list in list.last { $0.user == user && $0.digest == digest } }
  }

  private static func digest(_ query: String) -> FileDigest { FileDigest(of: Array(query.utf8)) }
}
