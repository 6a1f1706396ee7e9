/// Why a sandbox did not start.
public struct SandboxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Others could reach the address, and that was not allowed.
    public static let remoteAddress = Code(rawValue: "remote-address")
    /// Nothing can listen at the address.
    public static let address = Code(rawValue: "address")
    /// Another sandbox serves the folder's data.
    public static let folderInUse = Code(rawValue: "folder-in-use")
    /// The folder cannot be used.
    public static let folder = Code(rawValue: "folder")
    /// The tokens cannot be read.
    public static let tokens = Code(rawValue: "tokens")
    /// It has been started already.
    public static let started = Code(rawValue: "started")
  }

  /// What went wrong.
  public let code: Code

  /// What went wrong and what to do next, in English.
  public let description: String

  /// Makes an error.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
