import Glibc
import Testing

@testable import FlowlineTerminal

/// What is written to come from one frame to the next.
struct LineScreenTests {
  /// A line at a prompt, the cursor before the scalar at `cursor`.
  private static func frame(
    _ text: String, at cursor: Int? = nil, columns: Int = 10, rows: Int = 5, above: [String] = [],
    below: [String] = [], ghost: String = ""
  ) -> LineFrame {
    let prompt = PromptCells("> ", columns: columns)
    let cells = TextCells(text, after: prompt.flow)
    let place = cells.place(before: cursor ?? text.unicodeScalars.count)
    var frame = LineFrame(prompt, cells, cursor: place, columns: columns, rows: rows)
    frame.addGhost(ghost, style: "2")
    (frame.above, frame.below) = (above, below)
    return frame
  }

  /// What showing some frames one after the other writes for the last of them.
  private func written(_ frames: LineFrame..., canMove: Bool = true) throws -> String {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let screen = LineScreen(descriptor: ends[1], canMove: canMove)
    var last = ""
    for frame in frames {
      screen.show(frame)
      last = ""
      var bytes = [UInt8](repeating: 0, count: 1 << 12)
      var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 0) == 1 {
        let count = read(ends[0], &bytes, bytes.count)
        last = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      }
    }
    return last
  }

  @Test func `a letter is all that is written for a letter`() throws {
    #expect(try written(Self.frame(""), Self.frame("a")) == "a")
    #expect(try written(Self.frame("aб"), Self.frame("aб漢")) == "漢")
  }

  @Test func `what is as it was is not written again`() throws {
    #expect(try written(Self.frame("abc"), Self.frame("abc")) == "")
    #expect(try written(Self.frame("abc"), Self.frame("abc", at: 1)) == "\u{8}\u{8}")
    #expect(try written(Self.frame("abc"), Self.frame("ab")) == "\u{8}\u{1B}[K")
  }

  @Test func `a row that is full goes on in the next`() throws {
    #expect(try written(Self.frame("1234567"), Self.frame("12345678")) == "8 \r")
    #expect(try written(Self.frame("12345678"), Self.frame("123456789")) == "9")
    // A wide one does not stand astride of the edge.
    #expect(try written(Self.frame("1234567"), Self.frame("1234567漢")) == " 漢")
  }

  @Test func `rows below come and go`() throws {
    let menu = Self.frame("a", below: ["one", "two"])
    #expect(
      try written(Self.frame("a"), menu) == "\r\none\u{1B}[K\r\ntwo\u{1B}[K\u{1B}[2A\r\u{1B}[3C")
    #expect(try written(menu, Self.frame("a")) == "\u{1B}[J")
    #expect(try written(menu, Self.frame("")) == "\u{8}\u{1B}[J")
  }

  @Test func `of the rows above those are written that have changed, and all below them`() throws {
    let one = Self.frame("a", above: ["one", "two"])
    let two = Self.frame("a", above: ["one", "ten"])
    #expect(try written(one, one) == "")
    #expect(
      try written(one, two) == "\u{1B}[1A\rten\u{1B}[K\r\n\u{1B}[J> a")
    // A row less: everything moves up.
    #expect(try written(one, Self.frame("a", above: ["one"])) == "\u{1B}[1A\r\u{1B}[J> a")
  }

  @Test func `what the window has no room for goes off its top, once`() throws {
    let rows = (1...30).map(String.init)
    let first = try written(Self.frame("a", above: rows))
    #expect(first.hasPrefix("\r\u{1B}[J1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n"))
    #expect(
      try written(Self.frame("a", above: rows), Self.frame("ab", above: rows)) == "b")
  }

  @Test func `a frame that fits its window keeps its rows whatever a terminal does`() {
    #expect(Self.frame("a", above: ["1234567890"]).isSettled(inColumns: 10))
    #expect(!Self.frame("a", above: ["1234567890"]).isSettled(inColumns: 9))
    #expect(!Self.frame("123456789").isSettled(inColumns: 20))
    let frame = Self.frame("123456789", above: ["12345"])
    #expect(frame.row(of: frame.cursor, columns: 10) == 2)
    #expect(frame.row(of: frame.cursor, columns: 4) == 2 + 2)
  }

  @Test func `a ghost is dim and keeps to its row`() throws {
    let ghost = Self.frame("a", ghost: "bcdefghijk")
    #expect(try written(Self.frame("a"), ghost) == "\u{1B}[2mbcdefg\u{1B}[0m\u{1B}[6D")
  }

  @Test func `where terminals differ about a width the cursor is put where it belongs`() throws {
    #expect(try written(Self.frame(""), Self.frame("กำ")) == "กำ\r\u{1B}[4C")
    #expect(try written(Self.frame(""), Self.frame("е\u{301}")) == "е\u{301}")
  }

  @Test func `a terminal that cannot move its cursor gets no sequence`() throws {
    let frames = ["", "abc", "ab", "xabcd"].map { Self.frame($0) }
    for (before, after) in zip(frames, frames.dropFirst()) {
      #expect(try !written(before, after, canMove: false).contains("\u{1B}"))
    }
    #expect(try written(Self.frame("ab", at: 0), Self.frame("ab", at: 1), canMove: false) == "a")
    #expect(try written(frames[1], frames[2], canMove: false) == "\u{8} \u{8}")
  }

  @Test(arguments: [0, 15, 40, 99])
  func `of a line longer than the window the rows around the cursor are drawn`(cursor: Int) {
    let frame = Self.frame(String(repeating: "x", count: 99), at: cursor, columns: 10, rows: 5)
    #expect(frame.rows == 11)
    #expect((0..<5).contains(frame.cursor.row))
    #expect(frame.end.row <= 5)
    #expect(frame.cells.allSatisfy { (0..<5).contains($0.place.row) })
  }
}
