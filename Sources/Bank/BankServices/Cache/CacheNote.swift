/// Why a copy was not read or not written. The data set itself is not harmed: the bank is asked.
public struct CacheNote: Sendable, Hashable {
  /// What happened, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is a copy, but its contents are not whole; the next copy takes its place.
    public static let damaged = Code(rawValue: "damaged")
    /// The file is something else than this copy, or another user's; it is left as it is.
    public static let foreign = Code(rawValue: "foreign")
    /// A later version of this program wrote the file; it is left as it is.
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

  /// Makes a note.
  public init(_ code: Code, path: String, cause: String) {
    self.code = code
    self.path = path
    self.cause = cause
  }
}

extension CacheNote: Error, CustomStringConvertible {
  /// What happened, where, and what to do, in English.
  public var description: String {
    let (headline, advice) =
      switch code {
      case .damaged: ("a copy is damaged and was not used:", "A new one will take its place.")
      case .foreign: ("this is no copy of the bank's data:", "Move it away to have one kept there.")
      case .tooNew: ("a later version wrote this copy:", "It was left as it is.")
      case .tooLarge: ("this is too large for a copy:", "The bank will be asked each time.")
      case .unreadable: ("a copy cannot be read:", "The bank will be asked.")
      case .unwritable:
        (
          "a copy cannot be written:",
          "See that the folder can be written and the disk has room. Until then the bank is asked."
        )
      default: ("\(code.rawValue):", "The bank will be asked.")
      }
    return "\(headline) \(path): \(cause). \(advice)"
  }
}
