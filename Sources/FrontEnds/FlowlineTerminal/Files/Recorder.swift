import Flowline

/// Writes a walk to a file: when it is asked to, and again at the end.
///
/// A file that is called `….cast` is a film of the walk (asciicast v3); any other is its script.
package struct Recorder: Sendable {
  /// The file, as it was named.
  package let path: String

  /// Makes a recorder for a file; a leading `~` means the home folder.
  package init(path: String) {
    self.path = path
  }

  /// Whether the file is a film rather than a script.
  package var isCast: Bool { path.lowercased().hasSuffix(".cast") }

  /// Writes what has happened so far, in one step.
  func write(_ journal: Journal, or cast: CastLog) throws(PrivateFile.Failure) {
    try PrivateFile.write(isCast ? cast.text : journal.text, to: path)
  }
}
