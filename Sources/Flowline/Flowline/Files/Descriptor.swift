#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Calls on file descriptors that go on after an interruption.
package enum Descriptor {
  /// Writes all of `text`, as far as the other end takes it.
  ///
  /// - Returns: the `errno` of what the other end did not take; nil if it took everything.
  @discardableResult
  package static func write(_ text: String, to descriptor: Int32) -> Int32? {
    write(Array(text.utf8), to: descriptor)
  }

  /// Writes all of the bytes, as far as the other end takes them.
  ///
  /// - Returns: the `errno` of what the other end did not take; nil if it took everything.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { writeOnce(descriptor, $0) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return nil
  }

  /// What a read gave.
  package enum Chunk: Equatable {
    case bytes([UInt8])
    case end
    /// Nothing yet, or interrupted; poll again.
    case again
    case failed(Int32)
  }

  /// Reads once, at most `count` bytes.
  package static func read(_ descriptor: Int32, atMost count: Int) -> Chunk {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let count = readOnce(descriptor, buffer)
      failure = count < 0 ? errno : 0
      filled = max(count, 0)
    }
    if failure == EAGAIN || failure == EINTR { return .again }
    if failure != 0 { return .failed(failure) }
    return bytes.isEmpty ? .end : .bytes(bytes)
  }
}

// Inside, their names mean something else.

private func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
