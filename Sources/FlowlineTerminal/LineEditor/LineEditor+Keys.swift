import CLibEdit
import Glibc

/// What the editor's own keys do. Each answers libedit with one of its `CC_` codes.
extension LineEditor {
  /// Shift-Tab.
  func goBack() -> Int32 {
    settle(.back(text: typedText))
    return CC_EOF
  }

  /// Ctrl-D: the end on an empty line, else deletes the character under the cursor.
  func endOrDelete() -> Int32 {
    let (before, after) = screen.line
    if let next = after.first {
      let count = Int32(next.unicodeScalars.count)
      el_cursor(handle, count)
      el_deletestr(handle, count)
      return CC_REFRESH
    }
    guard before.isEmpty else { return CC_ERROR }
    settle(.endOfInput)
    return CC_EOF
  }

  /// Puts the initial text or a paste at the cursor.
  func insertWaitingText() -> Int32 {
    guard let text = reading?.insertion else { return CC_ERROR }
    reading?.insertion = nil
    return insert(text) ? CC_REFRESH : CC_ERROR
  }

  /// Tab.
  func complete() -> Int32 {
    guard let request = reading?.request, let completion = request.completion else {
      return CC_ERROR
    }
    let (before, after) = screen.line
    let result = completion(before, before + after)
    if let insertion = result.insertion {
      if before.hasSuffix(result.replaced) {
        el_deletestr(handle, Int32(result.replaced.unicodeScalars.count))
      }
      return insert(OneLine.text(insertion)) ? CC_REFRESH : CC_ERROR
    }
    guard result.candidates.count > 1 else { return CC_ERROR }
    let lines = CompletionList.lines(
      result.candidates.map(\.display), columns: columns - 1, isPlain: request.isPlain)
    screen.drawAbove(lines.map { $0 + "\n" }.joined())
    return CC_NORM
  }

  private func insert(_ text: String) -> Bool {
    text.isEmpty || WideText.withCharacters(of: text) { el_winsertstr(handle, $0) } == 0
  }
}
