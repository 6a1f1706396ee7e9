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
    #expect(try written(Self.frame("1234567"), Self.frame("12345678")) == "8\r\n")
    #expect(try written(Self.frame("12345678"), Self.frame("123456789")) == "9")
    // A wide one does not stand astride of the edge.
    #expect(try written(Self.frame("1234567"), Self.frame("1234567漢")) == " \r\n漢")
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
    let tall = Self.frame("a", above: rows)
    let first = try written(tall)
    #expect(first.hasPrefix("1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n"))
    #expect(try written(tall, Self.frame("ab", above: rows)) == "b")
    // More rows below the line: more of the question goes.
    let menu = Self.frame("a", above: rows, below: ["one", "two"])
    let rest = try written(tall, menu)
    #expect(rest.hasPrefix("\u{1B}[23A") || rest.hasPrefix("\r\u{1B}[23A"))
    #expect(rest.contains("8\r\n9\r\n10") && !rest.contains("7\r\n"))
    // Less, and they come back; once again, and nothing is moved off the top that can be read there.
    #expect(try written(menu, tall).contains("8\u{1B}[K\r\n9"))
    #expect(try written(menu, tall, menu).contains("\r10\u{1B}[K\r\n11\u{1B}"))
    #expect(try written(menu, Self.frame("", above: ["1"])).contains("1\u{1B}[K\r\n\u{1B}[J> "))
  }

  @Test func `clearing from the first place of a window leaves no copy in tmux`() throws {
    let rows = Self.frame("", above: ["one"])
    for written in try [
      written(rows, Self.frame("")), written(rows, Self.frame("", above: ["two"])),
    ] {
      #expect(!written.contains("\r\u{1B}[J"), "\(written)")
    }
  }

  @Test
  func `rows keep their places in a window of another width, or the terminal is reckoned with`() {
    let frame = Self.frame("123456789", at: 2, above: ["12345", "", "漢字漢字漢字漢"], below: ["x"])
    #expect(frame.row(of: frame.cursor, inColumns: .max) == 3)
    #expect(frame.row(of: frame.cursor, inColumns: 14) == 3)
    #expect(frame.row(of: frame.cursor, inColumns: 10) == 4)
    #expect(frame.row(of: frame.cursor, inColumns: 4) == 2 + 1 + 4 + 1)
    #expect(frame.row(of: frame.end, inColumns: 4) == 2 + 1 + 4 + 3)
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

  private static let long = String((0..<99).map { Character(String($0 % 10)) })

  @Test(arguments: [
    (0, ["> 01234567", "8901234567", "89012345…"]),
    (17, ["> 01234567", "8901234567", "89012345…"]),
    (30, ["> …1234567", "8901234567", "89012345…"]),
    (99, ["> …1234567", "8901234567", "8"]),
  ])
  func `of a long line the rows around the cursor are drawn`(cursor: Int, rows: [String]) {
    let frame = Self.frame(Self.long, at: cursor, columns: 10, rows: 3)
    #expect(frame.text == rows)
    #expect(frame.rows == 11 && frame.height == 3)
    #expect((0..<3).contains(frame.cursor.row))
  }

  @Test(arguments: 0...99, 1...6)
  func `whatever is left out of a line, the rest keeps its place`(cursor: Int, rows: Int) {
    for (text, columns) in [
      (Self.long, 7), (String(repeating: "漢", count: 50) + "ab", 9), (Self.long, 2),
    ] {
      let place = min(cursor, text.unicodeScalars.count)
      let frame = Self.frame(text, at: place, columns: columns, rows: rows)
      #expect(frame.height <= rows && (0..<rows).contains(frame.cursor.row))
      #expect(frame.cells.allSatisfy { $0.place.column + $0.width <= columns })
      #expect(zip(frame.cells, frame.cells.dropFirst()).allSatisfy { $0.place < $1.place })
    }
  }

  @Test func `a prompt that takes most of a row is left out with its line's beginning`() {
    let prompt = PromptCells("abcdef> ", columns: 10)
    let cells = TextCells(Self.long, after: prompt.flow)
    let frame = LineFrame(
      prompt, cells, cursor: cells.end, columns: 10, rows: 3, mark: "...")
    #expect(frame.text.first?.hasPrefix("...") == true)
  }
}

extension LineFrame {
  /// The prompt and the line as they look.
  fileprivate var text: [String] {
    var rows = Array(repeating: "", count: rowsDrawn)
    for cell in cells { rows[cell.place.row] += cell.text }
    return rows
  }
}
