import CLibEditShims
import Glibc

/// Reading what nobody may see: past libedit, whose buffers would keep it.
extension LineEditor: LineSource {
  /// Whether the terminal was closed.
  package var isGone: Bool {
    var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    _ = Glibc.poll(&descriptor, 1, 0)
    return descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 || isatty(input) != 1
  }

  package func readHiddenLine(_ request: LineRequest) -> LineEvent {
    guard let echo = TerminalEcho(of: input) else { return .endOfInput }
    flowline_terminal_begin(input, screen.descriptor, nil)
    echo.turnOffEditing()
    screen.write(request.prompt.plainText)
    defer {
      echo.restore()
      flowline_terminal_end()
      screen.write("\n")
    }
    var line = HiddenLine()
    while true {
      if let event = hiddenKnock() { return event }
      while let key = keys.next() {
        if let event = line.take(key, limit: Self.longestPaste) { return event }
      }
      let ready = Knocks.poll(input, milliseconds: keys.isAmbiguous ? 50 : nil)
      if ready.isTimedOut { keys.giveUpWaiting() }
      guard ready.isInputReady else { continue }
      switch Descriptor.read(input, atMost: 1 << 12) {
      case .bytes(let bytes): keys.feed(bytes)
      case .again: continue
      case .end, .failed: return .endOfInput
      }
    }
  }

  private func hiddenKnock() -> LineEvent? {
    if let signal = Knocks.takeTermination() { return .terminated(signal: signal, text: "") }
    if !Knocks.take(.interrupt).isEmpty {
      keys.reset()
      return .interrupted(text: "")
    }
    return Knocks.take(.wake).isEmpty ? nil : .woken(text: "")
  }
}

/// A line that is typed without being seen.
struct HiddenLine {
  private var text = ""

  /// Takes a key; gives what it ended the line with.
  mutating func take(_ key: KeyDecoder.Key, limit: Int) -> LineEvent? {
    switch key {
    case .character(let scalar): return take(scalar)
    case .paste(let pasted): text += pasted
    case .oversizedPaste: return .tooLong(limit: limit, text: "")
    case .editor(.back): return .back(text: "")
    case .editor, .invalid: break
    }
    return nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> LineEvent? {
    switch scalar.value {
    case 0x0A, 0x0D: return .line(text)
    case 0x04 where text.isEmpty: return .endOfInput
    case 0x08, 0x7F: if !text.isEmpty { text.removeLast() }
    case 0x15: text = ""
    case 0..<0x20: break
    default: text.unicodeScalars.append(scalar)
    }
    return nil
  }
}
