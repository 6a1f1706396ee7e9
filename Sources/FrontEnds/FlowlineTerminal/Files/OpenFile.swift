import Flowline
import Glibc
import PrivateFiles

/// A file that is open for reading, so that what is checked of it is true of what is read.
package struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private let facts: FileFacts

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file; a leading `~` is the home folder.
  ///   - waits: whether a pipe that nobody writes to yet is waited for.
  /// - Throws: why it cannot be opened.
  package init(_ path: String, waits: Bool = true) throws(NamedFile.Failure) {
    let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)
    let descriptor = open(FilePath.expanded(path), flags)
    guard descriptor >= 0 else { throw NamedFile.Failure(path: path, code: errno) }
    let facts: FileFacts
    do throws(FileFault) {
      facts = try FileFacts(of: descriptor, path: path)
    } catch {
      close(descriptor)
      throw NamedFile.Failure(error)
    }
    (self.descriptor, self.path, self.facts) = (descriptor, path, facts)
  }

  deinit { close(descriptor) }

  /// Whether it is a file on a disk, and no pipe, device or folder.
  package var isRegular: Bool { facts.isFile }

  /// Whether others than its owner may read or write it.
  package var isOpenToOthers: Bool { facts.grants(0o077) }

  /// The file's first bytes from where it is read now, fewer than so many if it has no more.
  ///
  /// - Throws: the system's reason.
  func read(atMost most: Int) throws(NamedFile.Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < most {
      switch Descriptor.read(descriptor, atMost: most - bytes.count) {
      case .bytes(let more): bytes += more
      case .again: continue
      case .end: return bytes
      case .failed(let code): throw NamedFile.Failure(path: path, code: code)
      }
    }
    return bytes
  }

  /// The file's bytes from where it is read now.
  ///
  /// - Throws: the system's reason; `EFBIG` for more than ``NamedFile/largest`` bytes.
  package func read() throws(NamedFile.Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= NamedFile.largest {
      switch Descriptor.read(descriptor, atMost: 1 << 16) {
      case .bytes(let more): bytes += more
      case .again: continue
      case .end: return bytes
      case .failed(let code): throw NamedFile.Failure(path: path, code: code)
      }
    }
    throw NamedFile.Failure(path: path, code: EFBIG)
  }
}
