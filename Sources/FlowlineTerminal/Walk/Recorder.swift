package import Flowline

/// Writes the script of a walk to a file: when it is asked to, and again at the end.
package struct Recorder: Sendable {
  /// The file, as it was named.
  package let path: String

  /// Makes a recorder for a file; a leading `~` means the home folder.
  package init(path: String) {
    self.path = path
  }

  /// Writes what has happened so far, in one step.
  package func write(_ journal: Journal) throws(PrivateFile.Failure) {
    try PrivateFile.write(journal.text, to: path)
  }
}
