import Flowline
import Glibc

/// Reads a descriptor without taking more than one line from those who read it next.
struct ByteSource {
  private enum Kind {
    /// Gives one line a read by itself.
    case terminal
    /// What was read too far can be given back.
    case file
    /// Must be read byte by byte.
    case stream
  }

  private let descriptor: Int32
  private let kind: Kind

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    if isatty(descriptor) == 1 {
      kind = .terminal
    } else {
      kind = lseek(descriptor, 0, SEEK_CUR) >= 0 ? .file : .stream
    }
  }

  /// Reads up to the end of a line, or a part of it.
  ///
  /// Call when there is something to read.
  func read() -> Descriptor.Chunk {
    switch kind {
    case .terminal: return Descriptor.read(descriptor, atMost: 1 << 16)
    case .file: return readFile()
    case .stream: return readStream()
    }
  }

  private func readFile() -> Descriptor.Chunk {
    let chunk = Descriptor.read(descriptor, atMost: 1 << 16)
    guard case .bytes(let bytes) = chunk, let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return chunk }
    lseek(descriptor, off_t(end + 1 - bytes.count), SEEK_CUR)
    return .bytes(Array(bytes[...end]))
  }

  private func readStream() -> Descriptor.Chunk {
    // Asked once, so that a long line costs one call a byte and not two.
    var available: Int32 = 0
    if ioctl(descriptor, UInt(FIONREAD), &available) != 0 { available = 1 }
    var bytes: [UInt8] = []
    for _ in 0..<max(available, 1) {
      var byte: UInt8 = 0
      let count = Glibc.read(descriptor, &byte, 1)
      if count == 1 {
        bytes.append(byte)
        if byte == UInt8(ascii: "\n") { break }
      } else if !bytes.isEmpty {
        break
      } else if count == 0 {
        return .end
      } else {
        return errno == EAGAIN || errno == EINTR ? .again : .failed(errno)
      }
    }
    return .bytes(bytes)
  }
}
