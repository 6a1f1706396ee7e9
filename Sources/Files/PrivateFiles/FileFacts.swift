#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Android)
  package import Android
#elseif canImport(Darwin)
  package import Darwin
#endif

/// What the operating system knows of a file or folder.
package struct FileFacts: Sendable {
  /// Its kind and its rights.
  package let mode: mode_t
  private let owner: uid_t

  /// Reads the facts of what is open.
  package init(of descriptor: Int32, path: String) throws(FileFault) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw FileFault(errno, at: path) }
    self.init(facts)
  }

  /// Reads the facts of what a path leads to.
  ///
  /// It is not opened: closing it again would drop the locks that a database of this process holds on it,
  /// and a pipe would be waited for.
  package init(at path: String) throws(FileFault) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw FileFault(errno, at: path) }
    self.init(facts)
  }

  private init(_ facts: stat) {
    mode = facts.st_mode
    owner = facts.st_uid
  }

  /// Whether it is a plain file, and no folder, pipe or device.
  package var isFile: Bool { mode & S_IFMT == S_IFREG }

  /// Whether it is a folder.
  package var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  /// Whether it grants one of these rights.
  package func grants(_ rights: mode_t) -> Bool { mode & rights != 0 }

  /// Refuses what belongs to another user, or grants others one of these rights.
  ///
  /// - Parameters:
  ///   - rights: the bits of the mode that must be off.
  ///   - path: what the facts are of.
  ///   - advisedMode: the mode that it is to be given, as `chmod` takes it.
  func refuseOthers(
    _ rights: mode_t, at path: String, advisedMode: String
  ) throws(PrivacyError) {
    guard owner == geteuid() else {
      throw PrivacyError(
        .foreignOwner, path, "it belongs to another user", advice: "Use one of your own.")
    }
    guard !grants(rights) else {
      let verb = grants(0o022) ? "change" : "read"
      throw PrivacyError(
        .openToOthers, path, "other users can \(verb) it", advice: "Run chmod \(advisedMode) on it."
      )
    }
  }
}
