import CLibEditShims
import Flowline
import Glibc

extension LineEditor: EditLineUser {
  /// How long an Escape may wait for the rest of a sequence before it counts as a key.
  ///
  /// A slow link delivers a sequence in pieces; what comes even later is dropped by the decoder.
  static let escapeMilliseconds = 250

  func nextCharacter() -> Unicode.Scalar? {
    // A search of vi's that is ended gives the line back to libedit, which goes on reading.
    guard reading?.outcome == nil else { return nil }
    completeMove()
    if line.takeBell() { screen.write("\u{7}") }
    while true {
      if let outcome = handleSignals() { return end(with: outcome) }
      if let change = reading?.change {
        reading?.change = nil
        reading?.givenChange = change
        return character(of: .change)
      }
      if let character = reading?.queue.popFirst() { return character }
      guard let key = keys.next() else {
        if let outcome = awaitInput(draw) { return end(with: outcome) }
        continue
      }
      switch answer(key) {
      case .nothing: continue
      case .character(let scalar): return scalar
      case .key(let key): return character(of: key)
      case .end(let outcome): return end(with: outcome)
      }
    }
  }

  /// Waits until something is typed or a signal arrives, and takes what was typed.
  ///
  /// - Parameter draw: shows what there is to see, once nothing more has been typed.
  /// - Returns: the end of the input, if it came.
  func awaitInput(_ draw: () -> Void) -> LineEvent? {
    var ready = PendingSignals.poll(input, milliseconds: 0)
    if ready.isTimedOut {
      draw()
      ready = PendingSignals.poll(
        input, milliseconds: keys.isAmbiguous ? Self.escapeMilliseconds : nil)
    }
    if ready.isTimedOut { keys.giveUpWaiting() }
    guard ready.isInputReady else { return nil }
    switch Descriptor.read(input, atMost: 1 << 12) {
    case .bytes(let bytes):
      watch?.typed()
      keys.feed(bytes)
    case .again: break
    case .end, .failed: return .endOfInput
    }
    return nil
  }

  private func character(of key: EditorKey) -> Unicode.Scalar {
    guard line.settings.exist, let sequence = key.sequenceOfLibedit else {
      return Unicode.Scalar(key.rawValue)
    }
    reading?.queue.append(contentsOf: sequence.unicodeScalars)
    return "\u{1B}"
  }

  /// Takes the cursor out of the middle of a character, where commands of libedit's may leave it.
  private func completeMove() {
    guard line.settings.exist else { return }
    let typed = line.line
    defer { reading?.cursor = line.line.cursor }
    guard let before = reading?.cursor, before != typed.cursor else { return }
    reading?.layOut(typed.scalars, columns: columns)
    guard let cell = reading?.cells.cell(around: typed.cursor) else { return }
    line.moveCursor(
      by: (typed.cursor > before ? cell.upperBound : cell.lowerBound) - typed.cursor)
  }
}

extension LineEditor {
  /// What is typed so far, without the search of vi that may be under way in a second row.
  var typedText: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: line.line.scalars.prefix { $0 != "\n" })
    return OneLine.typed(String(text))
  }

  /// Answers what can be answered within the read.
  ///
  /// - Returns: What ends the read.
  private func handleSignals() -> LineEvent? {
    // The window is looked at whenever something is drawn.
    _ = PendingSignals.take(.resize)
    let wasStopped = !PendingSignals.take(.suspend).isEmpty
    if wasStopped { suspend() }
    let goesOn = !PendingSignals.take(.resume).isEmpty
    if goesOn { resume() }
    if wasStopped || goesOn, watch?.resumed() == true { return .woken(text: typedText) }
    if let signal = PendingSignals.takeTermination() {
      return .terminated(signal: signal, text: typedText)
    }
    if !PendingSignals.take(.interrupt).isEmpty { return .interrupted(text: typedText) }
    return PendingSignals.take(.wake).isEmpty ? nil : .woken(text: typedText)
  }

  /// Ends the read from within libedit's reader.
  private func end(with outcome: LineEvent) -> Unicode.Scalar? {
    settle(outcome)
    return nil
  }

  /// Notes why the read ends, and leaves the line.
  func settle(_ outcome: LineEvent) {
    reading?.outcome = outcome
    guard case .woken = outcome, !screen.onlyAppends else { return endLine() }
    // Who was woken asks again, most likely: in the same place.
    if reading?.request.above == nil { screen.clear() }
  }

  private func suspend() {
    screen.moveToEnd(lineFrame(line.line))
    screen.setBracketedPaste(false)
    line.prepareTerminal(false)
    flowline_terminal_stop()
    // In an orphaned process group nothing stops and nothing resumes.
    resume()
  }

  private func resume() {
    line.prepareTerminal(false)
    line.prepareTerminal(true)
    screen.setBracketedPaste(true)
    screen.begin()
  }
}
