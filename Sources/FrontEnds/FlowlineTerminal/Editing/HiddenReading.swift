/// A line of stars while it is read, and what the stars stand for.
struct HiddenReading {
  var line: HiddenLine

  /// Whether the rows above are still those that stood there when the read began.
  private(set) var isErasable = true

  /// How many rows prompt and stars took; none if they are gone.
  private(set) var rows = 0

  private let prompt: PromptText
  private let screen: EditorScreen
  private var stars = 0

  init(of prompt: PromptText, on screen: EditorScreen, begun line: HiddenLine?) {
    self.prompt = prompt
    self.screen = screen
    self.line = line ?? HiddenLine()
  }

  /// Draws the prompt and the stars.
  mutating func draw() {
    stars = 0
    screen.write(prompt.styled + starsChanged)
  }

  /// Draws as many stars as there are characters, as far as the row has room.
  mutating func update() {
    let change = starsChanged
    if !change.isEmpty { screen.write(change) }
  }

  /// Draws everything anew below `text`.
  mutating func drawBelow(_ text: String) {
    isErasable = false
    if screen.onlyAppends {
      screen.write("\n")
    } else {
      let row = layout.cursorRow
      screen.write((row > 0 ? "\r\u{1B}[\(row)A" : "\r") + "\u{1B}[J")
    }
    if !text.isEmpty { screen.write(text) }
    draw()
  }

  /// Draws on a fresh line, after the terminal was somebody else's.
  mutating func drawAgain() {
    isErasable = false
    screen.write("\r")
    draw()
  }

  /// Leaves the line; who was woken asks again, in the same place.
  mutating func leave(after event: LineEvent) {
    if case .woken = event, !screen.onlyAppends {
      let row = layout.cursorRow
      return screen.write((row > 0 ? "\r\u{1B}[\(row)A" : "\r") + "\u{1B}[J")
    }
    update()
    rows = layout.lastRow + 1
    screen.write("\n")
  }

  private var layout: LineLayout {
    LineLayout(
      before: prompt.plainText + String(repeating: "*", count: stars), columns: windowColumns)
  }

  private var windowColumns: Int {
    TerminalFacts.columns(of: screen.descriptor) ?? 80
  }

  private var starsChanged: String {
    mutating get {
      guard !screen.onlyAppends else { return "" }
      // A cursor does not go back over the edge of a row.
      let start = LineLayout(before: prompt.plainText, columns: windowColumns).cursorColumn
      let wanted = min(line.count, max(0, windowColumns - start - 1))
      defer { stars = wanted }
      return wanted >= stars
        ? String(repeating: "*", count: wanted - stars)
        : String(repeating: "\u{8} \u{8}", count: stars - wanted)
    }
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
    case .character(let scalar): return take(scalar)
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
