import CLibEdit
import CLibEditShims
import Glibc

extension LineEditor {
  /// How long an Escape may wait for the rest of a sequence before it counts as a key.
  private static let escapeMilliseconds = 50

  /// Gives libedit its next character.
  ///
  /// - Returns: 1 with a character, 0 at the end of the input, -1 to end the read.
  func readCharacter(into cell: UnsafeMutablePointer<wchar_t>) -> Int32 {
    while true {
      if let outcome = answerKnocks() { return end(with: outcome) }
      if reading?.insertion != nil { return give(EditorKey.insert, to: cell) }
      if let key = keys.next() { return give(key, to: cell) }
      showHint()
      let ready = Knocks.poll(
        input, milliseconds: keys.isAmbiguous ? Self.escapeMilliseconds : nil)
      if ready.isTimedOut { keys.giveUpWaiting() }
      guard ready.isInputReady else { continue }
      hideHint()
      switch Descriptor.read(input, atMost: 1 << 12) {
      case .bytes(let bytes): keys.feed(bytes)
      case .again: continue
      case .end, .failed: return end(with: .endOfInput)
      }
    }
  }

  private func give(_ key: KeyDecoder.Key, to cell: UnsafeMutablePointer<wchar_t>) -> Int32 {
    switch key {
    case .character(let scalar):
      cell.pointee = wchar_t(scalar.value)
      return 1
    case .editor(let key): return give(key, to: cell)
    case .invalid: return give(EditorKey.beep, to: cell)
    case .paste(let text):
      if text.isEmpty { return give(EditorKey.beep, to: cell) }
      reading?.insertion = text
      return give(EditorKey.insert, to: cell)
    case .oversizedPaste:
      return end(with: .tooLong(limit: Self.longestPaste, text: typedText))
    }
  }

  private func give(_ key: EditorKey, to cell: UnsafeMutablePointer<wchar_t>) -> Int32 {
    cell.pointee = wchar_t(key.rawValue)
    return 1
  }
}

extension LineEditor {
  /// What is typed so far, without the search that may be under way in a second row.
  var typedText: String {
    let (before, after) = screen.line
    return OneLine.text(String((before + after).unicodeScalars.prefix { $0 != "\n" }))
  }

  /// Answers what can be answered within the read.
  ///
  /// - Returns: What ends the read.
  private func answerKnocks() -> LineEvent? {
    if let text = Waker.takeMessages() {
      hideHint()
      screen.drawAbove(text)
    }
    if !Knocks.take(.resize).isEmpty { screen.resize() }
    if !Knocks.take(.suspend).isEmpty { suspend() }
    if !Knocks.take(.resume).isEmpty { resume() }
    if let signal = Knocks.takeTermination() {
      return .terminated(signal: signal, text: typedText)
    }
    if !Knocks.take(.interrupt).isEmpty { return .interrupted(text: typedText) }
    return Knocks.take(.wake).isEmpty ? nil : .woken(text: typedText)
  }

  /// Ends the read from within libedit's reader.
  private func end(with outcome: LineEvent) -> Int32 {
    hideHint()
    settle(outcome)
    errno = ECANCELED
    return -1
  }

  /// Notes why the read ends, and leaves the line.
  func settle(_ outcome: LineEvent) {
    reading?.outcome = outcome
    // Who was woken asks again, most likely: in the same place.
    if case .woken = outcome { screen.clear() } else { screen.leave() }
  }

  private func suspend() {
    hideHint()
    screen.moveToEnd()
    screen.setBracketedPaste(false)
    flowline_el_prepare_terminal(handle, 0)
    flowline_terminal_stop()
    // In an orphaned process group nothing stops and nothing resumes.
    resume()
  }

  private func resume() {
    flowline_el_prepare_terminal(handle, 0)
    flowline_el_prepare_terminal(handle, 1)
    screen.setBracketedPaste(true)
    screen.redraw()
  }

  private func showHint() {
    guard let hint = reading?.request.hint, reading?.isHintShown == false, !keys.isAmbiguous,
      screen.isLineEmpty
    else { return }
    reading?.isHintShown = screen.showHint(hint)
  }

  private func hideHint() {
    guard reading?.isHintShown == true else { return }
    reading?.isHintShown = false
    screen.hideHint()
  }
}
