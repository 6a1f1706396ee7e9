/// The lines given earlier at prompts of one kind.
///
/// Kept in a file that several processes share: each adds what it has, none takes another's away.
/// Confined to the thread that reads.
package final class LineHistory {
  /// The most lines kept.
  package static let capacity = 1000

  /// The longest line kept, in bytes; longer ones are hardly typed.
  package static let longestLine = 4096

  /// The lines, oldest first.
  package private(set) var entries: [String] = []

  /// Counts the changes, so that an editor knows when its copy is old.
  private(set) var revision = 0

  private let file: HistoryFile?
  private var unsaved: [String] = []

  /// Creates an empty history without a file.
  package init() {
    file = nil
  }

  /// Creates an empty history of the file for `kind` in `directory`; ``load()`` fills it.
  ///
  /// - Parameters:
  ///   - kind: Such as `commands`; part of the file's name.
  ///   - directory: Made when first needed, for its owner alone.
  ///   - patience: how often the file's lock is tried, every five milliseconds; a tenth of a second by
  ///     itself, which a person does not notice.
  package init(kind: String, directory: String, patience: Int = 20) {
    file = HistoryFile(kind: kind, directory: directory, patience: patience)
  }

  /// Reads the file.
  ///
  /// One that does not exist is an empty history.
  package func load() throws(HistoryError) {
    guard let file else { return }
    replace(with: Self.merged(try file.read(), unsaved))
  }

  /// Adds a line, unless it is blank, too long, or the same as the last.
  package func add(_ line: String) {
    guard line.utf8.count <= Self.longestLine, line.contains(where: { !$0.isWhitespace }),
      line != entries.last
    else { return }
    unsaved.append(line)
    replace(with: Self.merged(entries, [line]))
  }

  /// Writes what was added since the last time behind what other processes wrote meanwhile.
  package func save() throws(HistoryError) {
    guard let file, !unsaved.isEmpty else { return }
    let added = unsaved
    let merged = try file.update { Self.merged($0, added) }
    unsaved = []
    replace(with: merged)
  }

  /// The newest lines of both, `added` last, the same line never twice in a row.
  static func merged(_ entries: [String], _ added: [String]) -> [String] {
    var result: [String] = []
    for entry in entries + added where entry != result.last { result.append(entry) }
    return Array(result.suffix(capacity))
  }

  private func replace(with merged: [String]) {
    guard merged != entries else { return }
    entries = merged
    revision += 1
  }
}

/// A history that could not be read or written.
package struct HistoryError: Error, Equatable, Sendable {
  /// What was attempted.
  package enum Operation: String, Sendable {
    /// Making the directory.
    case makeDirectory
    /// Reading the file.
    case read
    /// Writing the file.
    case write
  }

  /// What was attempted.
  package var operation: Operation

  /// With which file or directory.
  package var path: String

  /// Why it failed: a value of `errno`.
  package var code: Int32
}
