import Flowline
import Glibc
import PrivateFiles

/// A file that a person named: read whole, written whole.
package enum NamedFile {
  /// Why a file could not be read or written.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The file, as it was named.
    package let path: String
    /// A value of `errno`.
    package let code: Int32

    /// The file and the system's words for the reason; those for people are in `Words`.
    package var description: String { "\(path): \(SystemReason.systemText(of: code))" }

    /// There is a file, and it is another one.
    package static func exists(_ path: String) -> Failure { Failure(path: path, code: EEXIST) }
  }

  /// The most bytes that are read of a file: answers, scripts and secrets are far smaller, and a device
  /// such as `/dev/zero` has no end.
  package static let largest = 16 << 20

  /// The file's bytes.
  ///
  /// - Throws: ``Failure`` with the system's reason; `EFBIG` for more than ``largest`` bytes.
  package static func read(_ path: String) throws(Failure) -> [UInt8] {
    try OpenFile(path).read()
  }

  /// Writes the file in one step: it has its old contents or its new ones, never a part, also after a power
  /// cut.
  ///
  /// A new file is for its owner alone (0600); one that exists keeps its mode.
  package static func write(_ text: String, to path: String) throws(Failure) {
    let bytes = Array(text.utf8)
    let target = resolved(FilePath.expanded(path))
    let facts = try? FileFacts(at: target)
    if let facts, !facts.isFile {
      // A pipe or a device cannot be put in place of; a folder cannot be written.
      return try write(bytes, in: target, named: path)
    }
    do throws(FileFault) {
      try WholeFile.replace(
        target, with: bytes, mode: (facts?.mode ?? 0o600) & 0o7777,
        draft: "\(target).\(getpid()).new")
    } catch {
      throw Failure(path: path, code: error.code)
    }
  }

  /// Makes a file that is not there yet, in one step and for its owner alone.
  ///
  /// Unlike ``write(_:to:)`` it never replaces what somebody else makes at the same moment.
  ///
  /// - Returns: whether it was made: false if there is one by now.
  /// - Throws: ``Failure`` with the system's reason.
  package static func make(_ text: String, at path: String) throws(Failure) -> Bool {
    do throws(FileFault) {
      return try WholeFile.make(FilePath.expanded(path), with: Array(text.utf8))
    } catch {
      // A file system without links can only rename, which replaces.
      guard [EPERM, ENOTSUP, ENOSYS].contains(error.code) else {
        throw Failure(path: path, code: error.code)
      }
    }
    try write(text, to: path)
    return true
  }

  /// Writes a file that is not there yet, for its owner alone.
  ///
  /// - Throws: ``Failure`` with the system's reason, and nothing is left of the file; `EEXIST` if there is
  ///   one.
  static func create(_ bytes: [UInt8], at path: String) throws(Failure) {
    try write(bytes, in: FilePath.expanded(path), named: path, flags: O_CREAT | O_EXCL)
  }

  private static func write(
    _ bytes: [UInt8], in target: String, named path: String, flags: Int32 = 0
  ) throws(Failure) {
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | flags, 0o600)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
    var code = Descriptor.write(bytes, to: descriptor)
    if close(descriptor) != 0, code == nil { code = errno }
    guard let code else { return }
    // One that was made here, and by nobody else.
    if flags & O_EXCL != 0 { unlink(target) }
    throw Failure(path: path, code: code)
  }

  /// Where a link leads, so that writing keeps the link.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

extension NamedFile.Failure {
  /// The failure of a file that nobody named, such as one of the program's own.
  init(_ fault: FileFault) { self.init(path: fault.path, code: fault.code) }
}
