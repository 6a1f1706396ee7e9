/// A folder in which copies of a bank's data sets are kept between runs, a file a data set.
public final class CacheFolder: Sendable {
  /// The folder, which need not be there yet.
  public let path: String

  /// Takes a folder that is used for the copies of one bank alone.
  ///
  /// - Parameter onNote: told at once of whatever keeps a copy from being read or written.
  public init(_ path: String, onNote: (@Sendable (CacheNote) -> Void)? = nil) {
    self.path = path
  }

  /// What kept copies from being read or written so far, oldest first, each once.
  public var notes: [CacheNote] { [] }
}
