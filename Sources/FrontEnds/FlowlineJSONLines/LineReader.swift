import Flowline
import FlowlineMessages
import Glibc

/// Input, line by line, whatever bytes come.
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
        let place = bytes.lengthBeforeWrongUTF8 ?? bytes.count
        throw RequestFault(expected: "UTF-8 at byte \(place)", got: "another byte", at: place)
      }
      return text
    }
  }

  /// What came next.
  enum Event {
    case line(Line)
    case end
    /// Another thread ended the wait.
    case wokenUp
  }

  /// How many bytes a line may have.
  static let longest = 16 << 20

  private let input: Int32
  private let wakeUp: WakeUpPipe
  private var buffer: [UInt8] = []
  private var position = 0
  private var line: [UInt8] = []
  private var isTooLong = false
  private var isFirst = true

  init(_ input: Int32, _ wakeUp: WakeUpPipe) {
    self.input = input
    self.wakeUp = wakeUp
  }

  /// Waits for the next line, also one that the input ends in.
  mutating func next() -> Event {
    while true {
      let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) ?? buffer.endIndex
      if line.count + end - position > Self.longest {
        (line, isTooLong) = ([], true)
      } else if !isTooLong {
        line += buffer[position..<end]
      }
      if end < buffer.endIndex {
        position = end + 1
        return .line(takeLine())
      }
      (buffer, position) = ([], 0)
      guard wakeUp.wait(for: input) else { return .wokenUp }
      guard refill() else { return isTooLong || !line.isEmpty ? .line(takeLine()) : .end }
    }
  }

  private mutating func takeLine() -> Line {
    defer { (line, isTooLong, isFirst) = ([], false, false) }
    if isFirst { line.removeFirst(line.lengthOfMark) }
    return isTooLong ? .tooLong : .bytes(line)
  }

  /// Reads more; false at the end of input.
  private mutating func refill() -> Bool {
    let input = input
    buffer = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
      repeat {
        count = read(input, bytes.baseAddress, bytes.count)
      } while count < 0
        && errno == EINTR
      count = max(0, count)
    }
    return !buffer.isEmpty
  }
}

/// A pipe by which other threads end the wait for input.
final class WakeUpPipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe the wait cannot be ended early: it lasts until the next line.
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  /// Ends the wait, or the next one.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Waits until there is something to read; false if ``wake()`` was called before.
  func wait(for input: Int32) -> Bool {
    // A negative descriptor is passed over.
    var polled = [input, reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&polled, nfds_t(polled.count), -1) < 0 {
      guard errno == EINTR else { return true }
    }
    guard polled[0].revents == 0 else { return true }
    var byte: UInt8 = 0
    while read(reading, &byte, 1) > 0 {}
    return false
  }
}
