import Flowline
import FoundationEssentials
import GRDB

/// A write that shares its transaction with others.
struct GroupedWrite: Sendable {
  /// Writes, within a savepoint of its own.
  ///
  /// - Parameter inDoubt: under which attempts it may have been made before.
  typealias Work = @Sendable (_ db: Database, _ inDoubt: [UUID]) throws -> Void

  /// What is written.
  enum Kind: Equatable {
    /// A change of a record; it fails if one before it could not be made.
    case change(UUID)
    /// Nothing: it is known then what became of the changes before.
    case barrier
    /// A removal, behind which no bytes are to be left in the file or its log.
    case erasure(isUrgent: Bool)
    case other
  }

  /// What became of it.
  enum End {
    case made
    /// It was not made, and will not be.
    case refused(StoreFailure)
    /// It was not made for a reason outside of it.
    case failed(StoreFailure)
    /// Nobody knows whether it was made.
    case unknown(StoreFailure)
  }

  let kind: Kind
  let key: SessionKey?
  /// Whether it must have reached the medium before its end is told.
  let isDurable: Bool
  /// Whether it waits for the transaction of another.
  let isHeld: Bool
  /// Under which attempts it may have been made before.
  var inDoubt: [UUID] = []
  let work: Work
  let end: @Sendable (StoreFailure?) -> Void

  init(
    kind: Kind, key: SessionKey?, isDurable: Bool, isHeld: Bool, work: @escaping Work,
    end: @escaping @Sendable (StoreFailure?) -> Void
  ) {
    self.kind = kind
    self.key = key
    self.isDurable = isDurable
    self.isHeld = isHeld
    self.work = work
    self.end = end
  }

  var attempt: UUID? {
    if case .change(let attempt) = kind { attempt } else { nil }
  }

  /// Whether it writes something to the file.
  var isContent: Bool { attempt != nil || kind == .other }

  /// Whether it is of no use unless the changes before it are made.
  var follows: Bool { attempt != nil || kind == .barrier }
}

extension GroupedWrite.End {
  var isMade: Bool { if case .made = self { true } else { false } }

  /// Whether it was not made for a reason outside of it, as far as that is known.
  var isOutside: Bool {
    switch self {
    case .failed, .unknown: true
    case .made, .refused: false
    }
  }

  /// Why it was not made.
  var failure: StoreFailure? {
    switch self {
    case .made: nil
    case .refused(let failure), .failed(let failure): failure
    case .unknown(let failure):
      StoreFailure(.unknownOutcome, at: failure.place, failure.reason)
    }
  }

  /// The write, if it is to be tried again.
  ///
  /// If nobody knows whether it was made, then the last attempt that the session has may be any of those
  /// that were made together with it.
  func again(_ write: GroupedWrite, in batch: [GroupedWrite]) -> GroupedWrite? {
    switch self {
    case .made, .refused: return nil
    case .failed: return write
    case .unknown:
      var write = write
      write.inDoubt += batch.compactMap { $0.key == write.key ? $0.attempt : nil }
      return write
    }
  }
}
