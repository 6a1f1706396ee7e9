import CLibEdit
import CLibEditShims
import Glibc

extension LineEditor {
  /// How long an Escape may wait for the rest of a sequence before it counts as a key.
  static let escapeMilliseconds = 50

  /// Gives libedit its next character.
  ///
  /// - Returns: 1 with a character, 0 at the end of the input, -1 to end the read.
  func readCharacter(into cell: UnsafeMutablePointer<wchar_t>) -> Int32 {
    screen.mendCursor()
    while true {
      if let outcome = answerKnocks() { return end(with: outcome) }
      if let change = reading?.change {
        reading?.change = nil
        reading?.givenChange = change
        return give(.change, to: cell)
      }
      if let character = reading?.queue.popFirst() { return give(character, to: cell) }
      if let key = keys.next() {
        switch answer(key) {
        case .nothing: continue
        case .character(let scalar): return give(scalar, to: cell)
        case .key(let key): return give(key, to: cell)
        case .end(let outcome): return end(with: outcome)
        }
      }
      if !keys.isAmbiguous { drawBeside() }
      let ready = Knocks.poll(
        input, milliseconds: keys.isAmbiguous ? Self.escapeMilliseconds : nil)
      if ready.isTimedOut { keys.giveUpWaiting() }
      guard ready.isInputReady else { continue }
      switch Descriptor.read(input, atMost: 1 << 12) {
      case .bytes(let bytes): keys.feed(bytes)
      case .again: continue
      case .end, .failed: return end(with: .endOfInput)
      }
    }
  }

  private func give(_ scalar: Unicode.Scalar, to cell: UnsafeMutablePointer<wchar_t>) -> Int32 {
    // A letter draws over what stands beside the line; anything else could run into it.
    if scalar.value < 0x20 || scalar.value == 0x7F { takeAwayBeside() }
    reading?.isBesideOld = true
    cell.pointee = wchar_t(scalar.value)
    return 1
  }

  private func give(_ key: EditorKey, to cell: UnsafeMutablePointer<wchar_t>) -> Int32 {
    takeAwayBeside()
    reading?.isBesideOld = true
    if settings.exist, let sequence = key.sequenceOfLibedit {
      reading?.queue.append(contentsOf: sequence.unicodeScalars)
      cell.pointee = 0x1B
    } else {
      cell.pointee = wchar_t(key.rawValue)
    }
    return 1
  }
}

extension LineEditor {
  /// What is typed so far, without the search of vi that may be under way in a second row.
  var typedText: String {
    let (before, after) = screen.line
    return OneLine.text(String((before + after).unicodeScalars.prefix { $0 != "\n" }))
  }

  /// Answers what can be answered within the read.
  ///
  /// - Returns: What ends the read.
  private func answerKnocks() -> LineEvent? {
    if let text = Waker.takeMessages() {
      screen.drawAbove(text)
      lookAgain()
      reading?.isErasable = false
    }
    if !Knocks.take(.resize).isEmpty {
      screen.resize()
      lookAgain()
      reading?.isErasable = false
    }
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
    takeAwayBeside()
    settle(outcome)
    errno = ECANCELED
    return -1
  }

  /// Notes why the read ends, and leaves the line.
  func settle(_ outcome: LineEvent) {
    reading?.outcome = outcome
    // Who was woken asks again, most likely: in the same place.
    if case .woken = outcome {
      screen.clear()
    } else {
      reading?.rows = screen.rows
      screen.leave()
    }
  }

  private func suspend() {
    takeAwayBeside()
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
    lookAgain()
    reading?.isErasable = false
  }
}
