public import ServiceBasics

/// The folder with a sandbox's data.
public enum SandboxFolder {
  /// Makes the folder for the user alone if need be, and keeps its data to one sandbox for as long
  /// as the lock is held.
  ///
  /// The books would work with two of them, but clock, faults and the list of requests are each
  /// sandbox's own: a change of one would be unknown to the other.
  ///
  /// - Parameter folder: its path.
  /// - Returns: the lock, which a sandbox holds until it stops.
  /// - Throws: a `SandboxError` if the folder cannot be used, or another sandbox serves it.
  public static func lock(_ folder: String) throws(SandboxError) -> FileLock {
    do throws(PrivacyError) {
      try PrivateFolder.prepare(folder)
    } catch {
      throw SandboxError(.folder, "the folder \(error)")
    }
    do throws(FileLock.Failure) {
      return try FileLock("\(folder)/sandbox.lock")
    } catch {
      switch error {
      case .held:
        throw SandboxError(
          .folderInUse, "another sandbox is using \(folder). Stop it, or choose another folder.")
      case .system(let path, let cause):
        throw SandboxError(.folder, "\(path) cannot be written to: \(cause).")
      }
    }
  }
}
