/// Splits what is read into lines, of bounded length.
struct LineBuffer {
  /// A line, or that one was too long and is left out.
  enum Line: Hashable {
    case text(String)
    case tooLong
    /// It is not UTF-8.
    case unreadable
  }

  /// How many bytes a line may have.
  let limit: Int
  private var bytes: [UInt8] = []
  private var isSkipping = false

  init(limit: Int = 1 << 20) { self.limit = limit }

  /// Takes bytes, and returns the lines that are whole by now; empty ones are left out.
  mutating func take(_ more: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in more {
      if byte == UInt8(ascii: "\n") {
        finish(&lines)
      } else if isSkipping {
        continue
      } else if bytes.count == limit {
        isSkipping = true
        bytes = []
      } else {
        bytes.append(byte)
      }
    }
    return lines
  }

  /// The line that has no end.
  mutating func end() -> [Line] {
    var lines: [Line] = []
    if !bytes.isEmpty || isSkipping { finish(&lines) }
    return lines
  }

  private mutating func finish(_ lines: inout [Line]) {
    defer { (bytes, isSkipping) = ([], false) }
    if isSkipping { return lines.append(.tooLong) }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty else { return }
    lines.append(String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .unreadable)
  }
}
