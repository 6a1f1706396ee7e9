/// What the editor's own keys do.
extension LineEditor {
  /// A change to the line that comes from elsewhere than libedit's keys.
  enum Change {
    /// Text at the cursor: letters, the initial text, a paste.
    case insertion(String)
    /// Another line.
    case replacement(String)
  }

  func perform(_ character: UInt8) -> EditLine.KeyOutcome {
    guard let key = EditorKey(bound: character) else { return .refused }
    switch key {
    case .back: return goBack()
    case .change: return makeChange()
    case .left: return goLeft()
    case .right: return goRight()
    case .wordLeft: return goWordLeft()
    case .wordRight: return goWordRight()
    case .lineStart: return goToStart()
    case .lineEnd: return goToEnd()
    case .backspace: return deleteLeft()
    case .deleteForward: return deleteRight()
    case .deleteWordLeft: return deleteWordLeft(.letters)
    case .deleteToSpace: return deleteWordLeft(.unspaced)
    case .deleteWordRight: return deleteWordRight()
    case .deleteAll: return deleteAll()
    case .deleteToEnd: return deleteToEnd()
    case .putDeleted: return putDeleted()
    case .up: return recallOlder()
    case .down: return recallNewer()
    case .complete: return complete()
    case .endOrDelete: return endOrDelete()
    case .clearWindow: return clearWindow()
    case .pageUp, .pageDown, .escape, .beep: return .refused
    }
  }

  /// Shift-Tab.
  private func goBack() -> EditLine.KeyOutcome {
    settle(.back(text: typedText))
    return .end
  }

  /// Ctrl-D: the end on an empty line, else deletes the character under the cursor.
  private func endOrDelete() -> EditLine.KeyOutcome {
    guard line.line.scalars.isEmpty else { return deleteRight() }
    settle(.endOfInput)
    return .end
  }

  /// Ctrl-L.
  private func clearWindow() -> EditLine.KeyOutcome {
    guard screen.canMove else { return .refused }
    screen.clearWindow()
    return .done
  }

  /// Does what waits to be done to the line.
  private func makeChange() -> EditLine.KeyOutcome {
    guard let change = reading?.givenChange else { return .refused }
    reading?.givenChange = nil
    switch change {
    case .insertion(let text): return line.insert(text) ? .done : .refused
    case .replacement(let text): return replace(with: text)
    }
  }

  /// Tab.
  private func complete() -> EditLine.KeyOutcome {
    guard let isPlain = reading?.request.isPlain, let result = completion() else {
      return .refused
    }
    if let insertion = result.insertion {
      if textBeforeCursor.hasSuffix(result.replaced) {
        line.delete(result.replaced.unicodeScalars.count)
      }
      return line.insert(OneLine.typed(insertion)) ? .done : .refused
    }
    guard result.candidates.count > 1 else { return .refused }
    let lines = CompletionList.lines(
      result.candidates.map(\.display), columns: columns, isPlain: isPlain)
    guard screen.onlyAppends else {
      reading?.candidates = (typedText, lines)
      return .done
    }
    screen.moveToEnd(lineFrame(line.line))
    screen.insertAbove(lines.map { $0 + "\n" }.joined())
    return .done
  }

  /// What can be put at the cursor; nil if nothing completes this line.
  func completion() -> CompletionResult? {
    guard let completion = reading?.request.completion else { return nil }
    return completion(textBeforeCursor, Self.text(line.line.scalars[...]))
  }

  var textBeforeCursor: String {
    let typed = line.line
    return Self.text(typed.scalars[..<typed.cursor])
  }

  var textBehindCursor: String {
    let typed = line.line
    return Self.text(typed.scalars[typed.cursor...].prefix { $0 != "\n" })
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
