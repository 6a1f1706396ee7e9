/// A line of stars while it is read, and what the stars stand for.
struct HiddenReading {
  var line: HiddenLine

  /// Whether the rows above are still those that stood there when the read began.
  private(set) var isErasable = true

  /// How many rows prompt and stars took; none if they are gone.
  private(set) var rows = 0

  private let prompt: PromptText
  private let screen: LineScreen

  init(of prompt: PromptText, on screen: LineScreen, begun line: HiddenLine?) {
    self.prompt = prompt
    self.screen = screen
    self.line = line ?? HiddenLine()
  }

  /// Draws the prompt, and as many stars as there are characters and room in its row.
  func draw() { screen.show(frame) }

  /// Makes room for `text`, above what is to be drawn again.
  mutating func makeRoom(for text: String) {
    isErasable = false
    if screen.onlyAppends { screen.leave(frame) }
    screen.writeAbove(text)
  }

  /// Begins on a fresh line, after the terminal was somebody else's.
  mutating func drawAnew() {
    isErasable = false
    screen.begin()
  }

  /// Leaves the line; who was woken asks again, in the same place.
  mutating func leave(after event: LineEvent) {
    if case .woken = event, !screen.onlyAppends { return screen.clear() }
    let last = frame
    rows = last.rows
    screen.leave(last)
  }

  private var frame: LineFrame {
    let size = screen.size
    let prompt = PromptCells(self.prompt, columns: size.columns)
    let room = max(0, size.columns - prompt.flow.place.column - 1)
    let stars = screen.onlyAppends ? 0 : min(line.count, room)
    let cells = TextCells(String(repeating: "*", count: stars), after: prompt.flow)
    return LineFrame(
      prompt, cells, cursor: cells.end, columns: size.columns,
      rows: screen.canMove ? size.rows : .max)
  }
}

/// A line that is typed without being seen.
struct HiddenLine {
  private var text = ""

  /// How many characters a person would count.
  var count: Int { text.count }

  /// Takes a key; gives what it ended the line with.
  mutating func take(_ key: KeyDecoder.Key, limit: Int) -> LineEvent? {
    switch key {
    case .character(let scalar), .literal(let scalar): return take(scalar)
    case .paste(let pasted): text += pasted
    case .oversizedPaste: return .tooLong(limit: limit, text: "")
    case .editor(.back), .editor(.escape): return .back(text: "")
    case .editor, .invalid: break
    }
    return nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> LineEvent? {
    switch scalar.value {
    case 0x0A, 0x0D: return .line(text)
    case 0x04 where text.isEmpty: return .endOfInput
    case 0x08, 0x7F: if !text.isEmpty { text.removeLast() }
    // Nobody sees where a word would begin.
    case 0x15, 0x17: text = ""
    case 0..<0x20: break
    default: text.unicodeScalars.append(scalar)
    }
    return nil
  }
}
