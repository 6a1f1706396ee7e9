import Days
public import Flowline

/// The notices of a program, with those that one person has hidden.
public struct NoticeBoard: Sendable {
  /// How many are shown at once.
  static let most = 3
  private static let shelf = "hidden-notice"

  private let notices: [Notice]
  private let user: UserID
  private let values: any ValueStore

  /// Makes a board.
  ///
  /// - Parameters:
  ///   - notices: what is told, the most important first.
  ///   - user: who looks at it.
  ///   - values: keeps which of them a person has hidden.
  public init(_ notices: [Notice], of user: UserID, hiddenIn values: any ValueStore) {
    self.notices = notices
    self.user = user
    self.values = values
  }

  /// The notices to be shown on a day to a user of a level, nil for one who may do everything.
  ///
  /// If nobody can tell which are hidden, those that can be are not shown.
  func shown(on day: Day, at level: Int?) async -> [Notice] {
    let due = notices.filter { $0.isShown(on: day, at: level) }
    guard due.contains(where: \.canBeHidden) else { return Array(due.prefix(Self.most)) }
    let hidden: Set<String>?
    do throws(StoreFailure) {
      hidden = Set(
        try await values.values(of: user, on: Self.shelf, beginning: "").map {
          String(decoding: $0.bytes, as: UTF8.self)
        })
    } catch {
      hidden = nil
    }
    return Array(
      due.filter { notice in
        !notice.canBeHidden || hidden.map { !$0.contains(notice.id) } ?? false
      }.prefix(Self.most))
  }

  /// Hides a notice for good.
  func hide(_ id: String) async throws(StoreFailure) {
    let owner = FileDigest(of: Array(user.rawValue.utf8)).description.dropFirst("sha256:".count)
    _ = try await values.make(
      KeptValue(
        shelf: Self.shelf, name: "\(owner)/\(id)", owner: user, bytes: Array(id.utf8)))
  }
}
