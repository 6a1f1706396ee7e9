import Flowline

/// Writes a walk to files: when it is asked to, and again at the end.
///
/// A file that is called `….cast` is a film of the walk (asciicast v3); any other is its script.
package struct Recorder: Sendable {
  /// The files, as they were named, in that order and each once.
  package private(set) var paths: [String]

  /// Makes a recorder for a file; a leading `~` means the home folder.
  package init(path: String) {
    paths = [path]
  }

  /// Writes to one more file.
  mutating func add(_ path: String) {
    if !paths.contains(path) { paths.append(path) }
  }

  /// Whether one of the files is a film rather than a script.
  package var isCast: Bool { paths.contains(where: Self.isCast) }

  /// Whether a file of this name is a film.
  package static func isCast(_ path: String) -> Bool { path.lowercased().hasSuffix(".cast") }

  /// Writes what has happened so far to one of the files, in one step.
  ///
  /// A file of something else is left as it is, and so is a session that is kept in one.
  static func write(
    _ journal: Journal, or cast: CastLog, to path: String
  ) throws(RecordedFile.Failure) {
    try RecordedFile.write(
      isCast(path) ? cast.text : KeptScript.recording(of: journal.text), to: path)
  }
}
