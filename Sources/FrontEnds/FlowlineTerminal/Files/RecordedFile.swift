import Flowline
import FoundationEssentials
import Glibc
import PrivateFiles

/// A script, a film or a report at a place that a person named.
///
/// It is put in place of nothing but another of these, or of an empty file: with a name that was meant
/// for something else, a person's own text would be lost, or a session that is kept. See ``KeptScript``.
package enum RecordedFile {
  /// Why nothing was written.
  package enum Failure: Error, Equatable {
    /// The system refused.
    case notWritten(NamedFile.Failure)
    /// There is a file of something else.
    case otherFile(String)
    /// There is a session that a folder of sessions keeps.
    case savedSession(String)
    /// There is a session that can be resumed, and that nothing else may have.
    case unfinishedSession(String)
    /// A session is open in the file.
    case inUse(String)

    /// Whether another name is all that is needed.
    package var isMisnamed: Bool {
      switch self {
      case .notWritten: false
      case .otherFile, .savedSession, .unfinishedSession, .inUse: true
      }
    }
  }

  /// How much of a file is looked at to find out what it is.
  private static let mostBytes = 1 << 16

  /// Writes the file in one step, as ``NamedFile`` does.
  ///
  /// - Parameters:
  ///   - text: the script, the film or the report.
  ///   - path: the file; a leading `~` is the home folder.
  ///   - replacesRemarks: whether a file of nothing but remarks is replaced, too: a report without a
  ///     script is one.
  package static func write(
    _ text: String, to path: String, replacesRemarks: Bool = false
  ) throws(Failure) {
    do throws(NamedFile.Failure) {
      if !isThere(path), try NamedFile.make(text, at: path) { return }
    } catch {
      throw .notWritten(error)
    }
    // From here until the file is replaced, no session is opened in it.
    let held = try replaceable(path, replacesRemarks)
    defer { withExtendedLifetime(held) {} }
    do throws(NamedFile.Failure) {
      try NamedFile.write(text, to: path)
    } catch {
      throw .notWritten(error)
    }
  }

  /// Holds a file that may be replaced.
  ///
  /// - Returns: the file; nil if there is nothing to lose: a pipe, a device or nothing at all.
  /// - Throws: why it may not be.
  private static func replaceable(
    _ path: String, _ replacesRemarks: Bool
  ) throws(Failure) -> HeldFile? {
    let target = NamedFile.resolved(FilePath.expanded(path))
    guard let facts = try? FileFacts(at: target), facts.isFile else { return nil }
    let beginning: [UInt8]
    do throws(NamedFile.Failure) {
      beginning = try OpenFile(path, waits: false).read(atMost: mostBytes)
    } catch {
      throw .notWritten(error)
    }
    guard isReplaced(beginning, replacesRemarks) else { throw .otherFile(path) }
    guard !isSavedSession(beginning, at: target) else { throw .savedSession(path) }
    do throws(StoreFailure) {
      guard let held = try OneFileStore(path: target).hold() else { return nil }
      guard KeptScript.isUnfinished(try held.bytes()) else { return held }
    } catch {
      if error.code == .inUse { throw .inUse(path) }
      // Its beginning could be read: the rest is too large, or was closed to this user meanwhile.
      throw .notWritten(NamedFile.Failure(path: path, code: EFBIG))
    }
    throw .unfinishedSession(path)
  }

  /// Whether there is something at a path, be it a link that leads nowhere.
  private static func isThere(_ path: String) -> Bool {
    var facts = stat()
    return lstat(FilePath.expanded(path), &facts) == 0
  }

  /// Whether a file is called after the session that it is of, as folders of sessions call theirs.
  private static func isSavedSession(_ beginning: [UInt8], at path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasSuffix(".flow"), let id = UUID(text: String(name.dropLast(5))) else {
      return false
    }
    return beginning.split(separator: UInt8(ascii: "\n")).contains { line in
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return words.count == 2 && words[0] == "session" && UUID(text: String(words[1])) == id
    }
  }

  /// Whether a file that begins like this is replaced: its first line that is no remark is the head of a
  /// script or of a film.
  static func isReplaced(_ beginning: [UInt8], _ replacesRemarks: Bool = false) -> Bool {
    var hasRemark = false
    for line in beginning.withoutByteOrderMark.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      if !first.hasPrefix("#") { return isScriptHead(words) || isFilmHead(text) }
      hasRemark = true
    }
    return replacesRemarks || !hasRemark
  }

  /// `format 2`, or `flow ID VERSION` in a script of the first format.
  private static func isScriptHead(_ words: [Substring]) -> Bool {
    guard let last = words.last, Int(last) != nil else { return false }
    return words[0] == "format" && words.count == 2 || words[0] == "flow" && words.count >= 3
  }

  /// The head of an asciicast of the version that films have.
  private static func isFilmHead(_ line: String) -> Bool {
    guard let head = try? JSONValue(parsing: line), head["version"] == 3,
      case .object? = head["term"]
    else { return false }
    return true
  }
}

extension Words {
  /// Why a recording was not written, and what to do.
  package func message(of failure: RecordedFile.Failure) -> String {
    switch failure {
    case .notWritten(let failure):
      self("record.failed", .string(failure.path), .string(reason(of: failure.code)))
    case .otherFile(let path): self("record.other-file", .string(path))
    case .savedSession(let path): self("record.saved-session", .string(path))
    case .unfinishedSession(let path): self("record.unfinished-session", .string(path))
    case .inUse(let path): self("record.in-use", .string(path))
    }
  }
}
