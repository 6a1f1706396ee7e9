import Flowline
import Glibc

/// A file of commands and answers, a line each.
///
/// Blank lines and those that begin with `#` are left out, as in scripts. A backslash in front
/// takes the rest of the line as it is: alone it is Enter with nothing typed.
struct LineFile {
  /// A line of a file.
  struct Place: Equatable {
    /// The file, as it was named.
    let path: String
    /// The line, counted from 1; 0 before the first.
    let line: Int
  }

  /// Where the reading of files was stopped, and what was not done.
  struct Stop: Equatable {
    /// The line that was given last.
    let place: Place
    /// What is left of each file, the innermost first.
    let left: [Left]
  }

  /// Lines of a file that were not given.
  struct Left: Equatable {
    let path: String
    /// The first and the last line that would have been given.
    let lines: ClosedRange<Int>
    /// How many they are, without comments and blank lines.
    let count: Int
  }

  /// Why a file's lines cannot be read.
  enum Fault: Error, Equatable {
    case unreadable(NamedFile.Failure)
    /// It is a pipe, a device or a folder, where reading may never end.
    case notAFile(String)
    /// The first line that is not UTF-8, counted from 1.
    case notUTF8(path: String, line: Int)
    /// It is being read already.
    case readsItself(String)
  }

  /// What tells the file from others, however it is named.
  let identity: String
  private let path: String
  private let lines: [(place: Place, text: String)]
  private var position = 0

  /// Reads a file.
  ///
  /// - Parameter typed: what names it, see ``FilePath/unquoted(_:)``.
  /// - Throws: why its lines cannot be read.
  init(_ typed: String) throws(Fault) {
    let path = FilePath.unquoted(typed)
    self.path = path
    let bytes: [UInt8]?
    do throws(NamedFile.Failure) {
      let file = try OpenFile(path, waits: false)
      bytes = file.isRegular ? try file.read() : nil
    } catch {
      throw .unreadable(error)
    }
    guard let bytes else { throw .notAFile(path) }
    identity = Self.identity(of: FilePath.expanded(path))
    lines = try Self.lines(of: bytes, path)
  }

  /// The line that was given last.
  var place: Place {
    position > 0 ? lines[position - 1].place : Place(path: path, line: 0)
  }

  /// What was not given yet; nil if everything was.
  var left: Left? {
    guard position < lines.count, let last = lines.last else { return nil }
    return Left(
      path: path, lines: lines[position].place.line...last.place.line,
      count: lines.count - position)
  }

  /// The next line.
  mutating func next() -> (place: Place, text: String)? {
    guard position < lines.count else { return nil }
    position += 1
    return lines[position - 1]
  }

  private static func lines(
    of bytes: [UInt8], _ path: String
  ) throws(Fault) -> [(place: Place, text: String)] {
    var lines: [(place: Place, text: String)] = []
    let parts = bytes.withoutByteOrderMark
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let part = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
      guard let text = String(validating: part, as: UTF8.self) else {
        throw .notUTF8(path: path, line: index + 1)
      }
      let begun = text.drop(while: \.isWhitespace)
      if begun.isEmpty || begun.first == "#" { continue }
      let line = begun.first == "\\" ? String(begun.dropFirst()) : text
      lines.append((Place(path: path, line: index + 1), line))
    }
    return lines
  }

  private static func identity(of path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
