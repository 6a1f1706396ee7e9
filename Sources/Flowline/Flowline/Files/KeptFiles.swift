import FoundationEssentials
import Synchronization

/// Where the contents of a session's files are kept: beside its journal, by their digests.
///
/// It may be used from any thread. A store's record has one of its own, see ``SessionRecord/files``.
public protocol KeptFiles: Sendable {
  /// Keeps contents, durably once the answer that names them is.
  ///
  /// What is kept already is left as it is.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - digest: their digest.
  /// - Throws: ``StoreFailure`` if they cannot be kept.
  func keep(_ bytes: [UInt8], as digest: FileDigest) async throws(StoreFailure)

  /// The contents with a digest; nil if none are kept.
  ///
  /// - Throws: ``StoreFailure`` if it cannot be found out.
  func bytes(of digest: FileDigest) async throws(StoreFailure) -> [UInt8]?
}

/// Files in the memory of this process: of sessions that no store keeps, and for tests.
public final class MemoryFiles: KeptFiles {
  private let kept = Mutex<[FileDigest: [UInt8]]>([:])

  /// Makes an empty collection.
  public init() {}

  /// Makes a collection of files.
  public init(_ files: [FileContents]) {
    kept.withLock { kept in
      for file in files { kept[file.file.digest] = file.bytes }
    }
  }

  /// How many bytes are kept.
  var byteCount: Int { kept.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Keeps contents until the process ends.
  public func keep(_ bytes: [UInt8], as digest: FileDigest) { kept.withLock { $0[digest] = bytes } }

  /// The contents with a digest; nil if none are kept.
  public func bytes(of digest: FileDigest) -> [UInt8]? { kept.withLock { $0[digest] } }
}

/// The files of a session whose record keeps none.
struct NoFiles: KeptFiles {
  let session: UUID

  func keep(_ bytes: [UInt8], as digest: FileDigest) throws(StoreFailure) {
    throw StoreFailure(.keepsNoFiles, at: "\(session)", "this store keeps no files")
  }

  func bytes(of digest: FileDigest) -> [UInt8]? { nil }
}

extension StoreFailure.Code {
  /// The store keeps journals, and no files beside them.
  public static let keepsNoFiles = StoreFailure.Code(rawValue: "keeps-no-files")
}
