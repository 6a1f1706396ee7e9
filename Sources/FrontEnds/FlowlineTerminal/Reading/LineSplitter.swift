import Flowline

/// Cuts bytes into lines at `\n` and `\r\n`; a byte-order mark before the first is left out.
struct LineSplitter {
  /// A line without its end.
  enum Line: Equatable {
    case whole([UInt8])
    /// Longer than the limit; its bytes are gone.
    case oversized
  }

  /// The most bytes a line may have.
  let limit: Int

  private var input: ArraySlice<UInt8> = []
  private var line: [UInt8] = []
  private var isOversized = false
  private var hasBegun = false
  /// Whether the first line is under way, and may still begin with a mark.
  private var mayBeginWithMark = true

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes bytes as they were read.
  mutating func feed(_ bytes: some Collection<UInt8>) {
    input.append(contentsOf: bytes)
  }

  /// The next line, once its newline was fed.
  mutating func next() -> Line? {
    let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
    take(input[..<end])
    guard end < input.endIndex else {
      input = []
      return nil
    }
    input = input[(end + 1)...]
    return endLine()
  }

  /// What is left at the end of the input: a last line without a newline.
  mutating func finish() -> Line? {
    hasBegun ? endLine() : nil
  }

  /// Forgets the line under way and what was read after it.
  mutating func reset() {
    let isUnread = mayBeginWithMark && line.isEmpty && input.isEmpty
    self = LineSplitter(limit: limit)
    mayBeginWithMark = isUnread
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    hasBegun = true
    // One more than the limit, for the return of `\r\n`.
    if line.count + bytes.count > limit + 1 { isOversized = true }
    if isOversized { line = [] } else { line += bytes }
    if mayBeginWithMark, line.count >= ByteOrderMark.utf8.count { dropMark() }
  }

  /// A mark alone is no line.
  private mutating func dropMark() {
    mayBeginWithMark = false
    guard line.starts(with: ByteOrderMark.utf8) else { return }
    line.removeFirst(ByteOrderMark.utf8.count)
    hasBegun = !line.isEmpty
  }

  private mutating func endLine() -> Line {
    mayBeginWithMark = false
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { (line, isOversized, hasBegun) = ([], false, false) }
    return isOversized || line.count > limit ? .oversized : .whole(line)
  }
}
