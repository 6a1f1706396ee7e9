import Flowline
import Glibc

/// A file that is open for reading, so that what is checked of it is true of what is read.
package struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private let mode: mode_t

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file; a leading `~` is the home folder.
  ///   - waits: whether a pipe that nobody writes to yet is waited for.
  /// - Throws: why it cannot be opened.
  package init(_ path: String, waits: Bool = true) throws(PrivateFile.Failure) {
    let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)
    let descriptor = open(FilePath.expanded(path), flags)
    guard descriptor >= 0 else { throw PrivateFile.Failure(path: path, code: errno) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      let code = errno
      close(descriptor)
      throw PrivateFile.Failure(path: path, code: code)
    }
    (self.descriptor, self.path, mode) = (descriptor, path, facts.st_mode)
  }

  deinit { close(descriptor) }

  /// Whether it is a file on a disk, and no pipe, device or folder.
  package var isRegular: Bool { mode & S_IFMT == S_IFREG }

  /// Whether others than its owner may read or write it.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }

  /// The file's bytes from where it is read now.
  ///
  /// - Throws: the system's reason; `EFBIG` for more than ``PrivateFile/largest`` bytes.
  package func read() throws(PrivateFile.Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= PrivateFile.largest {
      switch Descriptor.read(descriptor, atMost: 1 << 16) {
      case .bytes(let more): bytes += more
      case .again: continue
      case .end: return bytes
      case .failed(let code): throw PrivateFile.Failure(path: path, code: code)
      }
    }
    throw PrivateFile.Failure(path: path, code: EFBIG)
  }
}
