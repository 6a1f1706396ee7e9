import Bank
import ServiceBasics

/// Where a data set's copy is, and what it is a copy of.
struct ShelfPlace: Sendable, Hashable {
  let kind: Kind
  var subject: Account.ID?
  var interval: Range<Timestamp>?

  /// The data sets there are.
  enum Kind: String {
    case accounts
    case goals
    case recentPayments = "recent-payments"
    case weekPayments = "week-payments"
  }

  /// The data sets that an order about an account may change.
  static func changed(by change: BankChange) -> [ShelfPlace] {
    switch change {
    case .moneyMoved(let account):
      [
        ShelfPlace(kind: .accounts), ShelfPlace(kind: .goals, subject: account),
        ShelfPlace(kind: .recentPayments, subject: account),
        ShelfPlace(kind: .weekPayments, subject: account),
      ]
    case .goalMade(let account): [ShelfPlace(kind: .goals, subject: account)]
    }
  }

  /// The file's name: one file for all intervals, so that old ones do not pile up.
  var name: String {
    ([kind.rawValue, subject?.text].compactMap { $0 }).joined(separator: "-") + CacheFolder.suffix
  }

  func read(in folder: CacheFolder) throws(CacheNote) -> CopyFile? {
    guard let copy = try folder.read(name) else { return nil }
    guard copy.header.kind == kind.rawValue, copy.header.subject == subject else {
      throw CacheNote(
        .foreign, path: folder.path(of: name),
        cause: "it is a copy of \(copy.header.kind) \(copy.header.subject?.text ?? "")")
    }
    return copy
  }

  /// Puts a copy there. What is not a copy of this is left alone, and so is a newer one.
  func keep(
    _ value: some Encodable, readAt: Timestamp, holder: String?, now: Timestamp,
    in folder: CacheFolder
  ) {
    do throws(CacheNote) {
      let present = try readUnlessDamaged(in: folder)
      var header = CopyFile.Header(
        kind: kind.rawValue, subject: subject, from: interval?.lowerBound,
        to: interval?.upperBound, holder: holder, readAt: readAt)
      if let present = present?.header {
        // A clock that was put back must not keep an old copy there for ever.
        if present.isNewer(than: header), present.readAt <= now { return }
        header.staleSince = present.staleSince
        if !header.isStale { header.staleSince = nil }
      }
      try folder.write(try copy(header, value, in: folder), as: name)
    } catch {
      folder.note(error)
    }
  }

  /// Has a copy that is there say that it is stale.
  func markStale(at now: Timestamp, in folder: CacheFolder) {
    do throws(CacheNote) {
      guard var copy = try readUnlessDamaged(in: folder) else { return }
      copy.header.staleSince = max(now, copy.header.readAt)
      try folder.write(copy, as: name)
    } catch {
      folder.note(error)
    }
  }

  private func readUnlessDamaged(in folder: CacheFolder) throws(CacheNote) -> CopyFile? {
    do throws(CacheNote) {
      return try read(in: folder)
    } catch {
      guard error.code == .damaged else { throw error }
      folder.note(error)
      return nil
    }
  }

  private func copy(
    _ header: CopyFile.Header, _ value: some Encodable, in folder: CacheFolder
  ) throws(CacheNote) -> CopyFile {
    do {
      return try CopyFile(header, value)
    } catch {
      throw CacheNote(.unwritable, path: folder.path(of: name), cause: "\(error)")
    }
  }
}

extension CopyFile.Header {
  /// Whether this is of the same thing as another and was read later.
  fileprivate func isNewer(than other: Self) -> Bool {
    from == other.from && to == other.to && holder == other.holder && readAt > other.readAt
  }
}
