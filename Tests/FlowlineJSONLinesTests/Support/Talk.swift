import Flowline
import FlowlineJSONLines
import Glibc

/// Gives a front end lines of input and the end of it, and returns what it writes, the greeting apart.
func talk(
  _ lines: [[UInt8]], to frontEnd: JSONLinesFrontEnd
) throws -> (messages: [JSONValue], end: JSONLinesFrontEnd.End) {
  let (input, output) = (try Pipe(), try Output())
  input.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] })
  input.closeWriting()
  var frontEnd = frontEnd
  (frontEnd.input, frontEnd.output) = (input.reading, output.descriptor)
  let end = frontEnd.run()
  let text = String(decoding: output.contents(), as: UTF8.self)
  let messages = try text.split(separator: "\n").dropFirst().map {
    try JSONValue(parsing: String($0))
  }
  return (messages, end)
}

/// Gives a front end with one flow lines of input and the end of it, and returns what it writes, the greeting apart.
func talk(_ lines: [String], to flow: some Flow) throws -> [JSONValue] {
  var catalog = FlowCatalog()
  catalog.add(flow, summary: "A flow")
  let frontEnd = JSONLinesFrontEnd("tester") { [catalog] _ in catalog }
  return try talk(lines.map { Array($0.utf8) }, to: frontEnd).messages
}

private struct NoDescriptor: Error {}

/// Two ends, what is written into one comes out of the other.
private final class Pipe {
  let reading: Int32
  private var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NoDescriptor() }
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
}

/// A file without a name: it takes all messages before any is read, where a pipe would be full at 64 KiB.
private final class Output {
  let descriptor: Int32
  private let file: UnsafeMutablePointer<FILE>

  init() throws {
    guard let file = tmpfile() else { throw NoDescriptor() }
    self.file = file
    descriptor = fileno(file)
  }

  deinit { fclose(file) }

  func contents() -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
      all += bytes[..<count]
    }
    return all
  }
}
