#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file with its contents, before it is kept or as it is read again.
public struct FileContents: Sendable, Hashable {
  /// What a journal has of it.
  public let file: KeptFile
  /// The bytes of the file.
  public let bytes: [UInt8]

  /// Makes a file of its contents.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - name: the name it came with. Folders and control characters are left out of it, and it is cut to
  ///     255 bytes; a name of which nothing is left is `file`.
  public init(_ bytes: [UInt8], named name: String) {
    self.bytes = bytes
    file = KeptFile(
      digest: FileDigest(of: bytes), name: Self.name(from: name), size: bytes.count,
      type: FileType(of: bytes))
  }

  /// Reads a file of this machine, for front ends that run where the person's files are.
  ///
  /// A path must never come from somebody on another machine.
  ///
  /// - Parameters:
  ///   - path: its path; a `~` is not replaced.
  ///   - limit: how many bytes it may have.
  /// - Throws: a ``Refusal`` that says what is wrong: ``Refusal/Code/noSuchFile``,
  ///   ``Refusal/Code/notAFile`` for a folder, a pipe or a device, ``Refusal/Code/fileTooBig``,
  ///   ``Refusal/Code/fileUnreadable``.
  public init(readingFrom path: String, atMost limit: Int) throws(Refusal) {
    // A pipe is not waited for: it is refused, like a device, which may be read for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.refusal(errno, path) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Self.refusal(errno, path) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
    guard facts.st_size <= limit else { throw .fileTooBig(Int(facts.st_size), most: limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(facts.st_size) + 1)
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = read(descriptor, piece.baseAddress, piece.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw Self.refusal(errno, path)
      }
      bytes += piece[..<count]
      // It may grow while it is read.
      if bytes.count > limit { throw .fileTooBig(bytes.count, most: limit) }
    }
    self.init(bytes, named: path)
  }

  private static func refusal(_ code: Int32, _ path: String) -> Refusal {
    if code == ENOENT || code == ENOTDIR { return .noSuchFile(path) }
    return .fileUnreadable(path, strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }

  /// A name that is only a name.
  static func name(from name: String) -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    var short = String(last.filter { !$0.isControl }).trimmed
    while short.utf8.count > 255 { short.removeLast() }
    return short.isEmpty || short == "." || short == ".." ? "file" : short
  }
}
