import Flowline
import Glibc

/// A file that is written where a person can open it, and never over another one.
struct SavedFile {
  /// Where it is.
  let path: String

  /// How many names are tried in a folder where the file's own is taken.
  private static let mostNames = 100

  /// Writes a file; one with the same contents that is there already is left as it is.
  ///
  /// - Parameters:
  ///   - contents: the file.
  ///   - place: a folder, in which the file gets its own name, with a number if that is taken; or the name
  ///     of a new file. Nil for the working folder.
  /// - Throws: why it cannot be written; `EEXIST` if there is another file.
  init(_ contents: FileContents, at place: String?) throws(NamedFile.Failure) {
    for path in Self.paths(for: contents.file.name, at: place) {
      do throws(NamedFile.Failure) {
        try NamedFile.create(contents.bytes, at: path)
      } catch {
        guard error.code == EEXIST else { throw error }
        guard Self.has(path, contents.bytes) else { continue }
      }
      self.path = path
      return
    }
    throw NamedFile.Failure(path: place ?? contents.file.name, code: EEXIST)
  }

  /// Whether there is a folder of this path.
  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(FilePath.expanded(path), &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// The paths that a file may get, the best first.
  private static func paths(for name: String, at place: String?) -> [String] {
    guard let folder = place else { return names(for: name) }
    guard isFolder(folder) else { return [folder] }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return names(for: name).map { start + $0 }
  }

  /// The name, then `lunch-2.pdf` and so on.
  ///
  /// One that begins with a dot is changed: it would be hidden, and some of those are read by programs.
  private static func names(for name: String) -> [String] {
    let name = name.hasPrefix(".") ? "_" + name.dropFirst() : name
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    let numbered = (2...mostNames).map { "\(name[..<dot])-\($0)\(name[dot...])" }
    return [name] + numbered
  }

  private static func has(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let file = try? OpenFile(path, waits: false), file.isRegular else { return false }
    return (try? file.read()) == bytes
  }
}
