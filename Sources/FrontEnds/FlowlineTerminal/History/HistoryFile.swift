import Flowline
import Glibc
import PrivateFiles

/// The file of a history: one line an entry, UTF-8, line breaks and backslashes escaped.
struct HistoryFile {
  /// Where it is.
  ///
  /// The name bears the version of the format.
  let path: String

  private let directory: String
  private let patience: Int

  /// - Parameters:
  ///   - kind: part of the file's name.
  ///   - directory: the folder.
  ///   - patience: how often the lock is tried, every five milliseconds.
  init(kind: String, directory: String, patience: Int) {
    self.patience = patience
    let name = kind.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    self.directory = directory
    path = "\(directory)/\(String(name)).history-1"
  }

  /// The entries; none if there is no file.
  ///
  /// What is not UTF-8 is left out.
  func read() throws(HistoryError) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw HistoryError(operation: .read, path: path, code: errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      switch Descriptor.read(descriptor, atMost: 1 << 16) {
      case .bytes(let more): bytes += more
      case .again: continue
      case .failed(let code): throw HistoryError(operation: .read, path: path, code: code)
      case .end: return Self.entries(of: bytes)
      }
    }
  }

  /// Replaces the entries in one step that no other process can come between.
  func update(_ change: ([String]) -> [String]) throws(HistoryError) -> [String] {
    try makeDirectory()
    let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw HistoryError(operation: .read, path: directory, code: errno) }
    defer {
      // A process that is being started shares the lock until it runs its program.
      flock(lock, LOCK_UN)
      close(lock)
    }
    takeLock(lock)
    let entries = change(try read())
    try write(entries)
    return entries
  }

  /// Takes the lock, which another process holds for a moment only.
  ///
  /// One stopped meanwhile must not stop us: when the patience is at its end we do without, and at the
  /// worst one of its lines is lost.
  private func takeLock(_ descriptor: Int32) {
    for _ in 0..<patience {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      _ = Glibc.poll(nil, 0, 5)
    }
  }

  private func makeDirectory() throws(HistoryError) {
    do throws(FileFault) {
      try PrivateFolder.make(directory)
    } catch {
      throw HistoryError(operation: .makeDirectory, path: error.path, code: error.code)
    }
  }

  private func write(_ entries: [String]) throws(HistoryError) {
    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw HistoryError(operation: .write, path: temporary, code: errno)
    }
    var code = Descriptor.write(Self.bytes(of: entries), to: descriptor) ?? 0
    close(descriptor)
    if code == 0, rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw HistoryError(operation: .write, path: path, code: code)
    }
  }
}

extension HistoryFile {
  static func bytes(of entries: [String]) -> [UInt8] {
    entries.flatMap { entry -> [UInt8] in
      var line: [UInt8] = []
      for byte in entry.utf8 {
        switch byte {
        case UInt8(ascii: "\\"): line += Array("\\\\".utf8)
        case UInt8(ascii: "\n"): line += Array("\\n".utf8)
        case UInt8(ascii: "\r"): line += Array("\\r".utf8)
        default: line.append(byte)
        }
      }
      return line + [UInt8(ascii: "\n")]
    }
  }

  static func entries(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let text = String(validating: line, as: UTF8.self) else { return nil }
      return unescaped(text)
    }
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character == "r" ? "\r" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
