/// A line of stars while it is read, and what the stars stand for.
struct HiddenReading {
  var line: HiddenLine

  private let request: LineRequest
  private let screen: LineScreen

  init(of request: LineRequest, on screen: LineScreen, begun line: HiddenLine?) {
    self.request = request
    self.screen = screen
    self.line = line ?? HiddenLine()
  }

  /// Draws the prompt, and as many stars as there are characters and room in its row.
  func draw() { screen.show(frame) }

  /// Draws the prompt without a star, and films nothing from then on: not even how many there are.
  ///
  /// - Returns: the film that is interrupted.
  func drawForFilm() -> ((String) -> Void)? {
    let film = screen.film
    guard film != nil else {
      draw()
      return nil
    }
    HiddenReading(of: request, on: screen, begun: nil).draw()
    screen.film = nil
    draw()
    return film
  }

  /// Begins on a fresh line, after the terminal was somebody else's.
  mutating func drawAnew() {
    screen.begin()
  }

  /// Leaves the line; who was woken asks again, in the same place.
  func leave(after event: LineEvent, resuming film: ((String) -> Void)?) {
    let isDrawnOver = request.above != nil && !screen.onlyAppends
    if let film {
      // The film knows of no star.
      HiddenReading(of: request, on: screen, begun: nil).draw()
      screen.film = film
    }
    if isDrawnOver { return }
    if case .woken = event, !screen.onlyAppends { return screen.clear() }
    screen.leave(film == nil ? frame : nil)
  }

  private var frame: LineFrame {
    let size = screen.room
    let prompt = PromptCells(request.prompt, columns: size.columns)
    let room = max(0, size.columns - prompt.flow.place.column - 1)
    let stars = screen.onlyAppends ? 0 : min(line.count, room)
    let cells = TextCells(String(repeating: "*", count: stars), after: prompt.flow)
    var frame = LineFrame(
      prompt, cells, cursor: cells.end, columns: size.columns,
      rows: screen.canMove ? size.rows : .max)
    guard !screen.onlyAppends else { return frame }
    frame.above = (request.above?(size.columns) ?? []).map { $0.fitting(size.columns) }
    let notice = line.count == 0 ? request.notice?(size.columns) ?? [] : []
    let footer = request.footer.map { [$0(size.columns)] } ?? []
    let below = (notice + footer).prefix(max(size.rows - frame.rowsDrawn, 0))
    frame.below = below.map { $0.fitting(size.columns) }
    return frame
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
    case .paste(let pasted): text += OneLine.typed(pasted)
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
    default: text += OneLine.typed(String(scalar))
    }
    return nil
  }
}
