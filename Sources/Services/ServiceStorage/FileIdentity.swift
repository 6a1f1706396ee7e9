import Glibc
public import ServiceBasics

/// What tells a file from another one at the same path.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Looks at what a path leads to; nil if that is nothing.
  public init?(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    (device, number) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
  }

  /// Checks that a path still leads to the file.
  ///
  /// SQLite continues with a file that was removed, and what it writes there is lost.
  ///
  /// - Parameter path: where the file was when its identity was read.
  /// - Throws: a `DatabaseFileError` of the code `storage` if it is no longer there.
  public func check(at path: String) throws(DatabaseFileError) {
    guard FileIdentity(of: path) != self else { return }
    throw DatabaseFileError(
      .storage, path,
      cause: CodedText("file-moved", "it was moved, removed or replaced since it was opened"),
      advice: "Put it back.")
  }
}
