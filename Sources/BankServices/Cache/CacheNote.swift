/// Why a copy was not read or not written. The data set itself is not harmed: the bank is asked.
public struct CacheNote: Sendable, Hashable {
  /// What happened, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is a copy, but its contents are not whole.
    public static let damaged = Code(rawValue: "damaged")
    /// The file is something else than a copy, or another user's.
    public static let foreign = Code(rawValue: "foreign")
    /// A later version of this program wrote the file.
    public static let tooNew = Code(rawValue: "too-new")
    /// The file, or what was to be written, is larger than copies are.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The file is there and cannot be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The copy cannot be written.
    public static let unwritable = Code(rawValue: "unwritable")
  }

  /// What happened.
  public let code: Code

  /// The file it is about.
  public let path: String

  /// The cause, in the words of whoever found it.
  public let cause: String
}
