import Glibc

/// An open file of a store, closed when it is let go of.
///
/// A lock on it goes with it.
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
    descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      throw .system(errno, at: path, otherwise: purpose == .making ? .unwritable : .unreadable)
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw StoreFailure(.unreadable, at: path, "it is not a file")
    }
  }

  deinit {
    // A process that is being started shares the lock until it runs its program.
    unlock()
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
  ///
  /// Bytes may be locked that are not there.
  enum Part {
    /// The session: who has it locked has it open.
    case session
    /// The draft: who cleans up locks no session, should the draft become one meanwhile.
    case draft
    /// Both.
    case all

    fileprivate var bytes: flock {
      var bytes = flock()
      bytes.l_type = Int16(F_WRLCK)
      bytes.l_whence = Int16(SEEK_SET)
      bytes.l_start = self == .draft ? 1 : 0
      bytes.l_len = self == .all ? 2 : 1
      return bytes
    }
  }

  /// Takes a lock; false where somebody else has it.
  ///
  /// It belongs to the open file, not to the process (an "open file description" lock), so that two
  /// records of one process keep each other out as well.
  func lock(_ part: Part) throws(StoreFailure) -> Bool {
    var lock = part.bytes
    while fcntl(descriptor, Self.setLock, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return false
      default: throw .system(errno, at: path, otherwise: .unwritable)
      }
    }
    return true
  }

  private func unlock() {
    var lock = Part.all.bytes
    lock.l_type = Int16(F_UNLCK)
    _ = fcntl(descriptor, Self.setLock, &lock)
  }

  /// Whether somebody else has the session; asking does not take it.
  var isLocked: Bool {
    var lock = Part.session.bytes
    return fcntl(descriptor, Self.getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  // `F_OFD_GETLK` and `F_OFD_SETLK` of fcntl(2), which the C headers show to GNU sources only.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

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

  /// Writes behind so many bytes.
  ///
  /// Where that fails, what was written of it is taken back.
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
    let descriptor = Glibc.open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw .system(errno, at: folder, otherwise: .unreadable) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(errno, at: folder, otherwise: .notSynced) }
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
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: true) {
      let parent = path
      path += (path.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
      guard mkdir(path, 0o700) != 0 else {
        try sync(parent.isEmpty ? (folder.hasPrefix("/") ? "/" : ".") : parent)
        continue
      }
      guard errno == EEXIST else { throw .system(errno, at: path, otherwise: .unwritable) }
    }
  }
}

extension StoreFailure {
  /// A failure of a system call.
  static func system(_ error: Int32, at place: String, otherwise code: Code) -> StoreFailure {
    let reason = strerror(error).map { String(cString: $0) } ?? "error \(error)"
    let known: Code? =
      switch error {
      // Where something was to be made, it is the place for it that is not there.
      case ENOENT: code == .unreadable ? .notFound : nil
      case EEXIST: .exists
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case EACCES, EPERM, EROFS, ELOOP: .notAllowed
      default: nil
      }
    // A sync that failed has lost something, whatever the reason.
    return StoreFailure(code == .notSynced ? code : known ?? code, at: place, reason)
  }
}
