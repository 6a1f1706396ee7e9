import FoundationEssentials
import Synchronization

/// A folder in which copies of a bank's data sets are kept between runs, a file a data set.
///
/// It may be used by several processes at once: a file is replaced as a whole, never written into.
/// Whatever is wrong with folder or files becomes a note, and the bank is asked instead. No access
/// token ever comes near it.
public final class CacheFolder: Sendable {
  /// The folder, which need not be there yet.
  public let path: String

  /// How large a file may be, in bytes.
  public let limit: Int

  private let onNote: (@Sendable (CacheNote) -> Void)?
  private let state = Mutex(State())

  private struct State {
    var notes: [CacheNote] = []
    var hasTidied = false
  }

  /// Takes a folder that is used for the copies of one bank alone.
  ///
  /// - Parameters:
  ///   - limit: how large a file may be, in bytes.
  ///   - onNote: told at once, on any thread, of whatever keeps a copy from being read or written.
  public init(
    _ path: String, limit: Int = 16 << 20, onNote: (@Sendable (CacheNote) -> Void)? = nil
  ) {
    self.path = path
    self.limit = limit
    self.onNote = onNote
  }

  /// What kept copies from being read or written so far, oldest first, each once.
  public var notes: [CacheNote] { state.withLock { $0.notes } }

  /// Removes the copies, and nothing else: for when the customer has logged out.
  public func removeCopies() {
    for name in CacheFile.names(in: path) where name.hasSuffix(Self.suffix) {
      let path = path(of: name)
      do throws(CacheNote) {
        guard let bytes = try CacheFile.read(path, upTo: limit) else { continue }
        guard CopyFile.isOne(bytes) else { continue }
        try CacheFile.remove(path)
      } catch {
        note(error)
      }
    }
  }

  /// How the names of copies end.
  static let suffix = ".copy"

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// The copy in a file; nothing where there is none, or none that can be used.
  func read(_ name: String) throws(CacheNote) -> CopyFile? {
    let path = path(of: name)
    guard let bytes = try CacheFile.read(path, upTo: limit) else { return nil }
    return try CopyFile(reading: bytes, at: path)
  }

  /// Puts a copy into the place of whatever copy is there.
  func write(_ copy: CopyFile, as name: String) throws(CacheNote) {
    let bytes = copy.bytes
    guard bytes.count <= limit else {
      throw CacheNote(
        .tooLarge, path: path(of: name), cause: "\(bytes.count) bytes of at most \(limit)")
    }
    try CacheFile.makeFolder(path)
    tidy()
    try CacheFile.replace(name, in: path, with: bytes)
  }

  /// Takes a note, once.
  func note(_ note: CacheNote) {
    let isNew = state.withLock { state in
      guard !state.notes.contains(note), state.notes.count < 100 else { return false }
      state.notes.append(note)
      return true
    }
    if isNew { onNote?(note) }
  }

  /// Removes what processes left that ended while they wrote; once in a folder's life.
  private func tidy() {
    let isFirst = state.withLock { state in
      defer { state.hasTidied = true }
      return !state.hasTidied
    }
    guard isFirst else { return }
    for name in CacheFile.names(in: path) where CacheFile.isAbandonedDraft(name, in: path) {
      try? CacheFile.remove(self.path(of: name))
    }
  }
}
