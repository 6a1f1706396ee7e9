import Flowline
import PrivateFiles

/// A script, a film or a report at a place that a person named.
///
/// It is put in place of nothing but another of these, or of an empty file: with a name that was meant
/// for something else, a person's own text would be lost.
package enum RecordedFile {
  /// Why nothing was written.
  package enum Failure: Error, Equatable {
    /// The system refused.
    case notWritten(NamedFile.Failure)
    /// There is a file of something else.
    case otherFile(String)
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
    let isOther: Bool
    do throws(NamedFile.Failure) {
      isOther = try hasOther(path, replacesRemarks)
      if !isOther { try NamedFile.write(text, to: path) }
    } catch {
      throw .notWritten(error)
    }
    if isOther { throw .otherFile(path) }
  }

  /// Whether there is a file that is not replaced; a pipe or a device has nothing to lose.
  private static func hasOther(
    _ path: String, _ replacesRemarks: Bool
  ) throws(NamedFile.Failure) -> Bool {
    guard let facts = try? FileFacts(at: FilePath.expanded(path)), facts.isFile else {
      return false
    }
    let beginning = try OpenFile(path, waits: false).read(atMost: mostBytes)
    return !isReplaced(beginning, replacesRemarks)
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
    }
  }
}
