import CLibEdit
import Glibc

/// What the editor's own keys do. Each answers libedit with one of its `CC_` codes.
extension LineEditor {
  /// A change to the line that comes from elsewhere than a letter key.
  enum Change {
    /// Text at the cursor: the initial one, a paste, a mark that joins the letter before it.
    case insertion(String)
    /// Another line.
    case replacement(String)
  }

  /// Shift-Tab.
  func goBack() -> Int32 {
    settle(.back(text: typedText))
    return CC_EOF
  }

  /// Ctrl-D: the end on an empty line, else deletes the character under the cursor.
  func endOrDelete() -> Int32 {
    let (before, after) = screen.characters
    if !after.isEmpty {
      el_cursor(handle, 1)
      el_deletestr(handle, 1)
      return CC_REFRESH
    }
    guard before.isEmpty else { return CC_ERROR }
    settle(.endOfInput)
    return CC_EOF
  }

  /// Does what waits to be done to the line.
  func makeChange() -> Int32 {
    guard let change = reading?.givenChange else { return CC_ERROR }
    reading?.givenChange = nil
    switch change {
    case .insertion(let text): return insert(text) ? CC_REFRESH : CC_ERROR
    case .replacement(let text): return replace(with: text)
    }
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
        el_deletestr(handle, Int32(clusters.encoded(result.replaced).unicodeScalars.count))
      }
      return insert(OneLine.text(insertion)) ? CC_REFRESH : CC_ERROR
    }
    guard result.candidates.count > 1 else { return CC_ERROR }
    let lines = CompletionList.lines(
      result.candidates.map(\.display), columns: columns - 1, isPlain: request.isPlain)
    screen.drawAbove(lines.map { $0 + "\n" }.joined())
    reading?.rowsAbove += lines.count
    return CC_NORM
  }

  /// Puts text at the cursor; false if libedit has no room for it.
  func insert(_ text: String) -> Bool {
    guard !text.isEmpty else { return true }
    var text = text
    // A mark may belong to the letter that is there already.
    if let last = screen.characters.before.last, let first = text.unicodeScalars.first,
      clusters.joins(first, to: last)
    {
      el_deletestr(handle, 1)
      text = last + text
    }
    return WideText.withCharacters(of: clusters.encoded(text)) { el_winsertstr(handle, $0) } == 0
  }
}
