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
    if let answer = answerToOffer(key) { return answer }
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
    case .paste(let text): return answer(pasted: text)
    case .oversizedPaste: return .end(.tooLong(limit: Self.longestPaste, text: typedText))
    }
  }

  /// The first key in a line that offers a text to somebody who may not see it: a letter takes the text's
  /// place, as a whole new answer would; any other key edits it, and a Space, with which no answer begins,
  /// goes on behind it.
  private func answerToOffer(_ key: KeyDecoder.Key) -> Answer? {
    guard let reading, reading.isUntouched else { return nil }
    self.reading?.isUntouched = false
    guard reading.request.isPlain || screen.onlyAppends, !reading.request.initialText.isEmpty,
      !line.settings.exist
    else { return nil }
    switch key {
    case .character(let scalar) where scalar.value > 0x20 && scalar.value != 0x7F:
      return change(.replacement(OneLine.typed(String(scalar))))
    case .paste(let text) where text.first?.isWhitespace == false:
      if endsLine(text) { return .end(.pasted(text, behind: "", before: "")) }
      return change(.replacement(OneLine.typed(text)))
    default: return nil
    }
  }

  /// What is pasted goes into the line; lines of a text that takes several end the read.
  private func answer(pasted text: String) -> Answer {
    if endsLine(text) {
      return .end(.pasted(text, behind: textBeforeCursor, before: textBehindCursor))
    }
    let typed = OneLine.typed(text)
    return typed.isEmpty ? .key(.beep) : change(.insertion(typed))
  }

  private func endsLine(_ pasted: String) -> Bool {
    reading?.request.takesLines == true && OneLine.lines(pasted).count > 1
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
    case 0x09 where reading?.request.takesLines == true && !typedText.hasPrefix(":"):
      return change(.insertion(" "))
    case 0x12, 0x13: return line.settings.usesVi ? .character(scalar) : startSearch()
    case 0..<0x20, 0x7F: return .character(scalar)
    case _ where OneLine.typed(String(scalar)).isEmpty: return .nothing
    // The user may have bound letters, and vi's are commands.
    case _ where line.settings.exist: return .character(scalar)
    default:
      var text = String(scalar)
      while let next = keys.nextLetter() { text.unicodeScalars.append(next) }
      return change(.insertion(OneLine.typed(text)))
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
    reading?.type(typedText)
    guard let room = menuRoom, room > 0 else { return nil }
    switch key {
    case .editor(.up), .character("\u{10}"): return inMenu { $0.move(.up) }
    case .editor(.down), .character("\u{E}"): return inMenu { $0.move(.down) }
    case .editor(.left) where shownMenu?.takesSideways == true: return inMenu { $0.move(.up) }
    case .editor(.right) where shownMenu?.takesSideways == true: return inMenu { $0.move(.down) }
    case .editor(.pageUp): return inMenu { $0.turn(.up, by: max(room - 1, 1)) }
    case .editor(.pageDown): return inMenu { $0.turn(.down, by: max(room - 1, 1)) }
    case .editor(.escape): return inMenu { $0.close() }
    case .character(" "): return answerToSpace()
    case .character("\t"): return answerToTab()
    case .character("\r"), .character("\n"):
      return answerToEnter()
    default: return nil
    }
  }

  private func answerToSpace() -> Answer? {
    shownMenu?.ignoresSpace == true ? .nothing : inMenu { $0.mark() }
  }

  /// Tab completes what is typed; if there is nothing to complete, it goes to the next item.
  private func answerToTab() -> Answer? {
    if !typedText.trimmingSpaces.isEmpty, completion()?.insertion != nil { return nil }
    return inMenu { $0.move(.down) } ?? .key(.beep)
  }

  /// Enter takes what is selected; if that wants something behind it, it is only put into the line.
  ///
  /// What is answered by an empty line is in the line already.
  private func answerToEnter() -> Answer? {
    guard let text = shownMenu?.answer, !text.isEmpty else { return nil }
    let isUnfinished = text.hasSuffix(" ") && text.trimmingSpaces != typedText.trimmingSpaces
    if !isUnfinished { reading?.queue.append("\n") }
    return change(.replacement(OneLine.typed(text)))
  }

  /// Has the menu that is shown do something; nil if it cannot.
  private func inMenu(_ act: (inout MenuState) -> Bool) -> Answer? {
    guard let place = reading?.shownMenu, var menu = reading?[keyPath: place] else { return nil }
    let isDone = act(&menu)
    reading?[keyPath: place] = menu
    return isDone ? .nothing : nil
  }
}
