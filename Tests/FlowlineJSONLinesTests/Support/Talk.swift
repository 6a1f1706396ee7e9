import Flowline
import FlowlineJSONLines
import Glibc

/// Gives a front end lines of input and the end of it, and returns what it writes, the greeting apart.
func talk(
  _ lines: [[UInt8]], to frontEnd: JSONLinesFrontEnd
) throws -> (messages: [JSONValue], end: JSONLinesFrontEnd.End) {
  let (input, output) = (try Pipe(), try Pipe())
  input.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] })
  input.closeWriting()
  var frontEnd = frontEnd
  (frontEnd.input, frontEnd.output) = (input.reading, output.writing)
  let end = frontEnd.run()
  output.closeWriting()
  let text = String(decoding: output.read(), as: UTF8.self)
  let messages = try text.split(separator: "\n").dropFirst().map {
    try JSONValue(parsing: String($0))
  }
  return (messages, end)
}

/// Two ends, what is written into one comes out of the other.
final class Pipe {
  let reading: Int32
  private(set) var writing: Int32

  struct NoPipe: Error {}

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NoPipe() }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    closeWriting()
  }

  func write(_ bytes: [UInt8]) { _ = Glibc.write(writing, bytes, bytes.count) }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  func read() -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Glibc.read(reading, &bytes, bytes.count), count > 0 {
      all += bytes[..<count]
    }
    return all
  }
}
