import Glibc

/// Standard input, line by line, whatever bytes come.
struct LineReader {
  /// A line of input without its end.
  enum Line {
    case bytes([UInt8])
    /// More than a line may have; it was passed over to its end.
    case tooLong

    /// The line as text.
    func text() throws(RequestFault) -> String {
      guard case .bytes(let bytes) = self else {
        throw RequestFault(
          expected: "a line of at most \(LineReader.longest) bytes", got: "a longer one")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw RequestFault(
          expected: "UTF-8", got: "other bytes: \(String(decoding: bytes, as: UTF8.self))")
      }
      return text
    }
  }

  /// How many bytes a line may have.
  static let longest = 16 << 20

  private var buffer: [UInt8] = []
  private var position = 0

  /// The next line, also one that the input ends in; nothing at the end.
  mutating func next() -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) ?? buffer.endIndex
      if line.count + end - position > Self.longest {
        (line, isTooLong) = ([], true)
      } else if !isTooLong {
        line += buffer[position..<end]
      }
      if end < buffer.endIndex {
        position = end + 1
        return isTooLong ? .tooLong : .bytes(line)
      }
      guard refill() else { return isTooLong ? .tooLong : line.isEmpty ? nil : .bytes(line) }
    }
  }

  /// Reads more; false at the end of input.
  private mutating func refill() -> Bool {
    position = 0
    buffer = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
      repeat {
        count = read(STDIN_FILENO, bytes.baseAddress, bytes.count)
      } while count < 0
        && errno == EINTR
      count = max(0, count)
    }
    return !buffer.isEmpty
  }
}
