import Flowline
import Foundation

/// A file of the customer's, as far as the registry keeps it.
struct Document: Codable, Hashable, Sendable {
  let name: String
  let bytes: Int
  /// CRC-32 of its contents, in hexadecimal digits.
  let checksum: String

  static func isReadable(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let path = expanded(path)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isReadableFile(atPath: path)
  }

  /// Reads a file piece by piece and tells how far it has come.
  init(readingFrom path: String) throws {
    let url = URL(filePath: Self.expanded(path))
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    let size = Int(try file.seekToEnd())
    try file.seek(toOffset: 0)
    var checksum = CRC32()
    var count = 0
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
      try Task.checkCancellation()
      checksum.update(piece)
      count += piece.count
      EffectProgress.report(count, of: size)
    }
    name = url.lastPathComponent
    bytes = count
    self.checksum = String(checksum.value, radix: 16)
  }

  private static func expanded(_ path: String) -> String {
    NSString(string: path).expandingTildeInPath
  }
}

/// The checksum of ISO 3309 and RFC 1952, bit by bit.
struct CRC32 {
  private var remainder: UInt32 = .max

  var value: UInt32 { ~remainder }

  mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
      }
    }
  }
}
