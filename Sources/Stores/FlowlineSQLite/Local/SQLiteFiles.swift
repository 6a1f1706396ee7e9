import Flowline
import FoundationEssentials
import GRDB
import Synchronization

/// The files of a session, as rows beside its own.
///
/// What is kept before the session has a row is held, and written in the transaction that makes it.
final class SQLiteFiles: KeptFiles {
  private enum Place {
    case held([FileDigest: [UInt8]])
    /// In the rows of the session with this number.
    case rows(Int64)
  }

  private let database: StoreDatabase
  private let place: Mutex<Place>

  init(in database: StoreDatabase, of number: Int64?) {
    self.database = database
    place = Mutex(number.map { .rows($0) } ?? .held([:]))
  }

  func keep(_ bytes: [UInt8], as digest: FileDigest) throws(StoreFailure) {
    let number: Int64? = place.withLock { place in
      switch place {
      case .rows(let number): return number
      case .held(var files):
        files[digest] = bytes
        place = .held(files)
        return nil
      }
    }
    if let number { try database.write { db in try db.add(bytes, as: digest, to: number) } }
  }

  func bytes(of digest: FileDigest) throws(StoreFailure) -> [UInt8]? {
    switch place.withLock({ $0 }) {
    case .held(let files): files[digest]
    case .rows(let number): try database.read { db in try db.bytes(of: digest, in: number) }
    }
  }

  /// Makes the session's row together with what is held.
  ///
  /// - Parameter make: makes the row and writes these files in one transaction.
  func move(
    _ make: ([FileDigest: [UInt8]]) throws(StoreFailure) -> Int64
  ) throws(StoreFailure) -> Int64 {
    try place.withLock { (place) throws(StoreFailure) in
      guard case .held(let files) = place else { return try make([:]) }
      let number = try make(files)
      place = .rows(number)
      return number
    }
  }
}
