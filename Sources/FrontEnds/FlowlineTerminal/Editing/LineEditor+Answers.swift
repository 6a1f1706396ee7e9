import CLibEditShims
import Glibc

/// What the editor makes of a key before libedit sees it.
extension LineEditor {
  /// What becomes of a key.
  enum Answer {
    /// It has done what it does.
    case nothing
    /// libedit takes it as a character.
    case character(Unicode.Scalar)
    /// libedit calls what is bound to it.
    case key(EditorKey)
    /// It ends the read.
    case end(LineEvent)
  }

  func answer(_ key: KeyDecoder.Key) -> Answer {
    if reading?.isQuoting == true {
      reading?.isQuoting = false
      return answerQuoted(key)
    }
    if let answer = answerInSearch(key) ?? answerInMenu(key) ?? answerToGhost(key) {
      return answer
    }
    switch key {
    case .character(let scalar): return answer(scalar)
    case .literal(let scalar): return .character(scalar)
    case .editor(.escape): return .end(.back(text: typedText))
    case .editor(let key): return .key(key)
    case .invalid: return .key(.beep)
    case .paste(let text): return text.isEmpty ? .key(.beep) : change(.insertion(text))
    case .oversizedPaste: return .end(.tooLong(limit: Self.longestPaste, text: typedText))
    }
  }

  /// Has libedit change the line.
  func change(_ change: Change) -> Answer {
    reading?.change = change
    return .nothing
  }

  private func answer(_ scalar: Unicode.Scalar) -> Answer {
    switch scalar.value {
    // Ctrl-Space. libedit takes it for any key that the terminal has none for, such as the one that
    // quotes; and while it quotes, Ctrl-C is a character.
    case 0: return .key(.beep)
    // Quoted characters are no text, and libedit would put them into the line.
    case 0x16:
      reading?.isQuoting = true
      return .nothing
    case 0x12, 0x13: return line.settings.usesVi ? .character(scalar) : startSearch()
    case 0..<0x20, 0x7F: return .character(scalar)
    // The user may have bound letters, and vi's are commands.
    case _ where line.settings.exist: return .character(scalar)
    default:
      var text = String(scalar)
      while let next = keys.nextLetter() { text.unicodeScalars.append(next) }
      return change(.insertion(text))
    }
  }

  private func answerQuoted(_ key: KeyDecoder.Key) -> Answer {
    guard case .character(let scalar) = key, scalar.value >= 0x20, scalar.value != 0x7F else {
      return .key(.beep)
    }
    return answer(scalar)
  }

  private func answerToGhost(_ key: KeyDecoder.Key) -> Answer? {
    switch key {
    case .editor(.right), .editor(.lineEnd), .character("\u{6}"), .character("\u{5}"):
      guard case .completion(let text)? = ghost() else { return nil }
      return change(.insertion(OneLine.typed(text)))
    default: return nil
    }
  }
}

/// The menu.
extension LineEditor {
  private func answerInMenu(_ key: KeyDecoder.Key) -> Answer? {
    // Keys that were typed faster than they were drawn are meant for what will be there.
    guard reading?.menu != nil, let room = menuRoom, room > 0 else { return nil }
    reading?.menu?.type(typedText)
    switch key {
    case .editor(.up), .character("\u{10}"): return menuAnswer(reading?.menu?.move(.up))
    case .editor(.down), .character("\u{E}"): return menuAnswer(reading?.menu?.move(.down))
    case .editor(.pageUp): return menuAnswer(reading?.menu?.turn(.up, by: max(room - 1, 1)))
    case .editor(.pageDown): return menuAnswer(reading?.menu?.turn(.down, by: max(room - 1, 1)))
    case .editor(.escape): return menuAnswer(reading?.menu?.close())
    case .character(" "): return answerToSpace()
    case .character("\t"): return answerToTab()
    case .character("\r"), .character("\n"):
      guard let text = reading?.menu?.answer else { return nil }
      reading?.queue.append("\n")
      return change(.replacement(OneLine.typed(text)))
    default: return nil
    }
  }

  private func answerToSpace() -> Answer? {
    reading?.menu?.ignoresSpace == true ? .nothing : menuAnswer(reading?.menu?.mark())
  }

  /// Tab completes what is typed; if there is nothing to complete, it goes to the next item.
  private func answerToTab() -> Answer? {
    if !typedText.trimmingSpaces.isEmpty, completion()?.insertion != nil { return nil }
    return menuAnswer(reading?.menu?.move(.down)) ?? .key(.beep)
  }

  private func menuAnswer(_ isDone: Bool?) -> Answer? {
    isDone == true ? .nothing : nil
  }
}
