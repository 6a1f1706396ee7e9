/// Why a copy was not read or not kept.
///
/// The data set works without: the service is asked.
public struct CopyNote: Sendable, Hashable {
  /// What happened, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The copies are damaged; new ones will replace them.
    public static let damaged = Code(rawValue: "damaged")
    /// The file is something else; it is left as it is.
    public static let foreign = Code(rawValue: "foreign")
    /// A later version of this program made the file; it is left as it is.
    public static let tooNew = Code(rawValue: "too-new")
    /// What was to be kept is larger than copies may be.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The file or its folder is another user's, or open to others; it is left as it is.
    public static let notPrivate = Code(rawValue: "not-private")
    /// The copies cannot be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The copies cannot be written.
    public static let unwritable = Code(rawValue: "unwritable")
  }

  /// What happened.
  public let code: Code

  /// The file it is about.
  public let path: String

  /// The cause, in the words of the program that found it.
  public let cause: String

  /// Makes a note.
  public init(_ code: Code, path: String, cause: String) {
    self.code = code
    self.path = path
    self.cause = cause
  }
}

extension CopyNote: Error, CustomStringConvertible {
  /// What happened, to which file, and what to do, in English.
  public var description: String {
    let (headline, advice) =
      switch code {
      case .damaged: ("copies are damaged and were not used:", "New ones will replace them.")
      case .foreign: ("this is not a file of copies:", "Move it away to have copies kept there.")
      case .tooNew: ("a later version made this file of copies:", "It was left as it is.")
      case .tooLarge: ("this is too large for a copy:", "The data will be asked for each time.")
      case .notPrivate:
        ("copies cannot be kept here:", "Until then the data is asked for each time.")
      case .unreadable: ("copies cannot be read:", "The data will be asked for.")
      case .unwritable:
        (
          "copies cannot be written:",
          "Check that the folder can be written and the disk has room. "
            + "Until then the data is asked for each time."
        )
      default: ("\(code.rawValue):", "The data will be asked for.")
      }
    return "\(headline) \(path): \(cause). \(advice)"
  }
}
