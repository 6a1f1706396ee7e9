import Testing

@testable import FlowlineTerminal

struct LineSplitterTests {
  @Test(arguments: 1...9)
  func `pieces of any size give the same lines`(size: Int) {
    let bytes = Array("one\r\n\nдва\r\n\rlast".utf8)
    var splitter = LineSplitter(limit: 100)
    var lines: [LineSplitter.Line] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      splitter.feed(bytes[start..<min(start + size, bytes.count)])
      while let line = splitter.next() { lines.append(line) }
    }
    if let line = splitter.finish() { lines.append(line) }
    #expect(lines == ["one", "", "два", "\rlast"].map { .whole(Array($0.utf8)) })
  }

  @Test(arguments: 1...4)
  func `a byte-order mark before the first line is no part of it`(size: Int) {
    let bytes = Array("\u{FEFF}1\n\u{FEFF}2\n".utf8)
    var splitter = LineSplitter(limit: 100)
    var lines: [LineSplitter.Line] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      splitter.feed(bytes[start..<min(start + size, bytes.count)])
      while let line = splitter.next() { lines.append(line) }
    }
    #expect(lines == ["1", "\u{FEFF}2"].map { .whole(Array($0.utf8)) })
    var alone = LineSplitter(limit: 100)
    alone.feed("\u{FEFF}".utf8)
    #expect(alone.next() == nil)
    #expect(alone.finish() == nil)
  }

  @Test func `input that ends with a newline has no line after it`() {
    var splitter = LineSplitter(limit: 100)
    splitter.feed("a\n".utf8)
    #expect(splitter.next() == .whole([0x61]))
    #expect(splitter.finish() == nil)
  }

  @Test(arguments: [("abc\n", false), ("abc\r\n", false), ("abcd\n", true), ("abcdefgh\n", true)])
  func `a line over the limit is skipped whole`(text: String, isOversized: Bool) {
    var splitter = LineSplitter(limit: 3)
    splitter.feed(text.utf8)
    splitter.feed("ok\n".utf8)
    let first = splitter.next()
    #expect((first == .oversized) == isOversized)
    #expect(splitter.next() == .whole(Array("ok".utf8)))
  }
}
