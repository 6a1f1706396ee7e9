extension SidecarFiles {
  /// The files that a session was answered with or has got, and whose contents are not here: its journal was
  /// moved without them.
  ///
  /// - Parameter script: the session's journal.
  /// - Returns: each once, in the order of the journal, with the path that its contents belong at.
  /// - Throws: ``StoreFailure`` if it cannot be found out.
  package func missing(
    of script: Script
  ) throws(StoreFailure) -> [(file: KeptFile, path: String)] {
    var missing: [(file: KeptFile, path: String)] = []
    var seen: Set<FileDigest> = []
    for entry in script.journal(or: .current).entries where entry.mayHaveFile {
      for file in entry.payload.json?.files ?? [] where seen.insert(file.digest).inserted {
        guard try bytes(of: file.digest) == nil else { continue }
        missing.append((file, path(of: file.digest)))
      }
    }
    return missing
  }
}

extension JournalEntry {
  /// Whether a flow may read contents because of it.
  fileprivate var mayHaveFile: Bool {
    !isUndone && (verb == .answer || verb == .load || verb == .aside)
  }
}
