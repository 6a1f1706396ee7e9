import Flowline

/// Lines from files that a person named, and from the keyboard when there are none.
///
/// A line of a file is as if it had been typed, and is shown so that what follows makes sense; one
/// that answers a hidden question is not. Confined to the thread that reads.
package final class LineFeed: LineReader {
  /// Who reads, and wants to know of more than the lines.
  struct Reader {
    /// A line of a file was given for this prompt; nil if it must not be seen.
    var gaveLine: (PromptText, String?) -> Void = { _, _ in }
    /// Ctrl-C has stopped the reading of files.
    var stopped: (LineFile.Stop) -> Void = { _ in }
    /// The keyboard is asked for a line.
    var asks: (PromptText) -> Void = { _ in }
    /// This came of it; the line was hidden or not.
    var heard: (LineEvent, _ isHidden: Bool) -> Void = { _, _ in }
  }

  /// Who reads.
  var reader = Reader()
  /// What was typed, or given by a file, where it must not be seen; the reader forgets it.
  var secrets: [String] = []

  private let keyboard: any LineReader
  private var files: [LineFile] = []
  /// Where the line that was given last came from; nil if it was typed.
  private var place: LineFile.Place?

  /// Makes a feed in front of other lines.
  package init(_ keyboard: any LineReader) {
    self.keyboard = keyboard
  }

  /// The feed that a source is, or a new one in front of it.
  static func around(_ source: any LineReader) -> LineFeed {
    source as? LineFeed ?? LineFeed(source)
  }

  /// Whether the line that was given last came from a file.
  var isFromFile: Bool { place != nil }

  /// Reads a file's lines next, before what is left of others.
  func open(_ path: String) throws(LineFile.Fault) {
    let file = try LineFile(path)
    guard !files.contains(where: { $0.identity == file.identity }) else {
      throw .readsItself(path)
    }
    files.append(file)
  }

  /// Reads no more of the files; says where that was and what is left, or nil if the last
  /// line did not come from a file.
  func stop() -> LineFile.Stop? {
    guard let place else { return nil }
    self.place = nil
    defer { files = [] }
    return LineFile.Stop(place: place, left: files.reversed().compactMap(\.left))
  }

  package func readLine(_ request: LineRequest) -> LineEvent {
    read(request, isHidden: false, keyboard.readLine)
  }

  package func readHiddenLine(_ request: LineRequest) -> LineEvent {
    let event = read(request, isHidden: true, keyboard.readHiddenLine)
    if case .line(let text) = event { secrets.append(text) }
    return event
  }

  private func read(
    _ request: LineRequest, isHidden: Bool, _ type: (LineRequest) -> LineEvent
  ) -> LineEvent {
    if let event = next() {
      if case .line(let text) = event { reader.gaveLine(request.prompt, isHidden ? nil : text) }
      return event
    }
    reader.asks(request.prompt)
    let event = type(request)
    reader.heard(event, isHidden)
    return event
  }

  private func next() -> LineEvent? {
    while let file = files.last {
      // Nobody reads the keyboard meanwhile, but Ctrl-C and signals still count.
      switch keyboard.wait(milliseconds: 0) {
      case .terminated(let signal): return .terminated(signal: signal, text: "")
      case .interrupted:
        place = place ?? file.place
        if let stop = stop() { reader.stopped(stop) }
        return nil
      case .woken: return .woken(text: "")
      case .timedOut: break
      }
      guard let line = files[files.count - 1].next() else {
        files.removeLast()
        continue
      }
      place = line.place
      return .line(line.text)
    }
    place = nil
    return nil
  }

  /// Whether a file has a line left.
  ///
  /// One that has none still counts as being read, so that its last line cannot read it again.
  private var hasLines: Bool { files.contains { $0.left != nil } }

  package var isGone: Bool { !hasLines && keyboard.isGone }
  package var drawsQuestions: Bool { !hasLines && keyboard.drawsQuestions }
  package func draw(_ rows: [String]) { keyboard.draw(rows) }
  package func leave() { keyboard.leave() }
  package var isFilmed: Bool { keyboard.isFilmed }
  package var film: ((String) -> Void)? {
    get { keyboard.film }
    set { keyboard.film = newValue }
  }
  package var watch: TerminalWatch? {
    get { keyboard.watch }
    set { keyboard.watch = newValue }
  }
  package func wipe() { keyboard.wipe() }
  package func wait(milliseconds: Int?) -> WaitEvent { keyboard.wait(milliseconds: milliseconds) }

  package var hasEditor: Bool { !hasLines && keyboard.hasEditor }

  package func edit(_ text: String, extension: String) -> LongTextEvent {
    !hasLines ? keyboard.edit(text, extension: `extension`) : .unavailable
  }
}
