import PrivateFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file of a store; on deinit it is closed and its locks are released.
///
/// It may be used from any thread; two threads that write at the same time overwrite each other.
final class StoreFile: Sendable {
  enum Purpose {
    case reading
    case writing
    case making
  }

  let path: String
  private let descriptor: Int32

  init(opening path: String, for purpose: Purpose) throws(StoreFailure) {
    self.path = path
    let flags =
      switch purpose {
      case .reading: O_RDONLY
      case .writing: O_RDWR
      case .making: O_RDWR | O_CREAT | O_EXCL
      }
    // A pipe is not waited for: it is refused, like a device, which may be read for ever.
    descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      throw .system(errno, at: path, otherwise: purpose == .making ? .unwritable : .unreadable)
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw StoreFailure(.unreadable, at: path, "it is not a file")
    }
  }

  deinit {
    locks.release(Part.all.bytes)
    close(descriptor)
  }

  /// Opens a file that is there and takes its lock.
  static func locked(_ path: String) throws(StoreFailure) -> StoreFile {
    while true {
      let file = try StoreFile(opening: path, for: .writing)
      guard try file.lock(.session) else {
        throw StoreFailure(.inUse, at: path, "another process holds its lock")
      }
      // Between opening and locking, its owner may have replaced it.
      if file.isCurrent { return file }
    }
  }

  /// Makes a file beside a path, locked, for what is to be put in that place.
  static func draft(of path: String) throws(StoreFailure) -> StoreFile {
    while true {
      let number = String(UInt64.random(in: .min ... .max), radix: 36)
      do throws(StoreFailure) {
        let file = try StoreFile(opening: "\(path).\(number)\(draftSuffix)", for: .making)
        // Before it was locked, somebody may have taken it for one that a crash left.
        if try file.lock(.all), file.isCurrent { return file }
      } catch {
        guard error.code == .exists else { throw error }
      }
    }
  }

  /// How the names of drafts end.
  static let draftSuffix = ".new"

  /// Removes a draft that a crash left; one that somebody works on is left alone.
  static func removeAbandoned(_ draft: String) {
    guard let file = try? StoreFile(opening: draft, for: .writing),
      (try? file.lock(.draft)) == true
    else { return }
    unlink(draft)
  }

  /// What a lock is on.
  enum Part {
    /// The session: who has it locked has it open.
    case session
    /// The draft: who cleans up locks no session, should the draft become one meanwhile.
    case draft
    /// Both.
    case all

    fileprivate var bytes: Range<Int64> {
      switch self {
      case .session: 0..<1
      case .draft: 1..<2
      case .all: 0..<2
      }
    }
  }

  private var locks: ByteLocks { ByteLocks(of: descriptor, path: path) }

  /// Takes a lock; false if somebody else has it, in this process or another.
  func lock(_ part: Part) throws(StoreFailure) -> Bool {
    do throws(FileFault) {
      return try locks.take(part.bytes)
    } catch {
      throw StoreFailure(error, otherwise: .unwritable)
    }
  }

  /// Whether somebody else has the session; asking does not take it.
  var isLocked: Bool { locks.areTaken(Part.session.bytes) }

  /// Whether the path still leads to this file: it may have been replaced before the lock was held.
  var isCurrent: Bool {
    var (mine, named) = (stat(), stat())
    guard fstat(descriptor, &mine) == 0, lstat(path, &named) == 0 else { return false }
    return mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
  }

  var length: Int {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// The most bytes that are read: a million answers take a third of it.
  static let largest = 256 << 20

  func read() throws(StoreFailure) -> [UInt8] {
    var code: Int32 = 0
    let length = length
    guard length <= Self.largest else {
      throw StoreFailure(.unreadable, at: path, "it is larger than \(Self.largest >> 20) MB")
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = pread(descriptor, rest.baseAddress, rest.count, off_t(count))
        if read > 0 {
          count += read
        } else if read == 0 || errno != EINTR {
          code = read == 0 ? 0 : errno
          return
        }
      }
    }
    guard code == 0 else { throw .system(code, at: path, otherwise: .unreadable) }
    return bytes
  }

  /// Writes at a place.
  ///
  /// If that fails, the file is cut off there again, as far as the system can do that much.
  ///
  /// - Parameters:
  ///   - text: what is written.
  ///   - length: the place, in bytes from the beginning; what the file has behind it is overwritten.
  func write(_ text: String, at length: Int) throws(StoreFailure) {
    var text = text
    try check(text.withUTF8 { write(UnsafeRawBufferPointer($0), at: length) }, writingAt: length)
  }

  /// Writes bytes at the beginning, as ``write(_:at:)`` does.
  func write(_ bytes: [UInt8]) throws(StoreFailure) {
    try check(bytes.withUnsafeBytes { write($0, at: 0) }, writingAt: 0)
  }

  /// Writes bytes, and returns 0 or the system's error.
  private func write(_ bytes: UnsafeRawBufferPointer, at length: Int) -> Int32 {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(length + written))
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        return count == 0 ? ENOSPC : errno
      }
    }
    return 0
  }

  private func check(_ code: Int32, writingAt length: Int) throws(StoreFailure) {
    guard code != 0 else { return }
    _ = ftruncate(descriptor, off_t(length))
    throw .system(code, at: path, otherwise: .unwritable)
  }

  /// Returns when what was written has reached the medium.
  func sync() throws(StoreFailure) {
    guard fdatasync(descriptor) == 0 else { throw .system(errno, at: path, otherwise: .notSynced) }
  }

  func cut(to length: Int) throws(StoreFailure) {
    guard ftruncate(descriptor, off_t(length)) == 0 else {
      throw .system(errno, at: path, otherwise: .unwritable)
    }
  }

  /// Makes the names in a folder durable.
  static func syncFolder(_ folder: String) throws(StoreFailure) {
    do throws(FileFault) {
      try PrivateFolder.sync(folder)
    } catch {
      throw StoreFailure(error, otherwise: .notSynced)
    }
  }

  /// The names in a folder; none if there is no folder.
  static func names(in folder: String) throws(StoreFailure) -> [String] {
    guard let listing = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw .system(errno, at: folder, otherwise: .unreadable)
    }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// Makes a folder and those above it, for their owner alone.
  ///
  /// - Parameters:
  ///   - folder: its path.
  ///   - sync: makes the names in a folder durable.
  /// - Throws: ``StoreFailure`` if it cannot be made.
  static func makeFolder(
    _ folder: String, sync: (String) throws(StoreFailure) -> Void = syncFolder
  ) throws(StoreFailure) {
    let (parents, fault) = PrivateFolder.makeAll(folder)
    for parent in parents { try sync(parent) }
    if let fault { throw StoreFailure(fault, otherwise: .unwritable) }
  }
}
