package import Foundation
import Glibc

/// Reading from a program that runs. Foundation's `availableData` and `readDataToEndOfFile` end this
/// process if a signal interrupts them.
extension FileHandle {
  /// What comes next, as soon as anything does; empty at the end.
  package func nextPiece() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
      repeat {
        count = Glibc.read(fileDescriptor, buffer.baseAddress, buffer.count)
      } while count < 0
        && errno == EINTR
      count = max(count, 0)
    }
  }

  /// All that comes until the end.
  package func rest() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = nextPiece()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}
