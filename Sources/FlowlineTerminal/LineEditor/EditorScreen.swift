import CLibEdit
import CLibEditShims
import Glibc

/// What the editor draws beside libedit: hints, text above the line, the line again after that.
final class EditorScreen {
  /// Where everything is drawn.
  let descriptor: Int32

  /// Whether the terminal can move its cursor up.
  let canMove: Bool

  /// Whether nothing may be drawn over.
  var onlyAppends = false

  /// The prompt as it looks.
  var promptWidthText = ""

  private let handle: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>

  init(handle: OpaquePointer, file: UnsafeMutablePointer<FILE>, descriptor: Int32) {
    self.handle = handle
    self.file = file
    self.descriptor = descriptor
    canMove = flowline_el_can_move(handle) != 0
  }

  /// What a terminal must be sent if the process dies in the middle of a line.
  var closing: UnsafePointer<CChar>? { canMove ? Self.closing.utf8Start.asCharacters : nil }

  private static let closing: StaticString = "\u{1B}[?2004l\n"

  /// Asks the terminal to mark pastes, or no longer.
  func setBracketedPaste(_ isOn: Bool) {
    if canMove { write(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l") }
  }

  /// Writes behind what libedit has written.
  func write(_ text: String) {
    fflush(file)
    Descriptor.write(text, to: descriptor)
  }
}

extension EditorScreen {
  /// The text before the cursor and behind it.
  var line: (before: String, after: String) {
    guard let line = el_wline(handle)?.pointee else { return ("", "") }
    return (
      WideText.text(from: line.buffer, to: line.cursor),
      WideText.text(from: line.cursor, to: line.lastchar)
    )
  }

  /// Whether nothing is typed; O(1).
  var isLineEmpty: Bool {
    guard let line = el_wline(handle)?.pointee else { return true }
    return line.buffer == line.lastchar
  }

  /// Draws prompt and line anew below `text`.
  func drawAbove(_ text: String) {
    clear()
    write(text.replacingNewlines())
    flowline_el_refresh(handle)
  }

  /// Takes over the size of the terminal and draws again.
  func resize() {
    let columns = TerminalFacts.columns(of: descriptor) ?? 0
    // Terminals break lines anew when they change: the rows above are those of the new width.
    clear(columns: columns < 2 ? 80 : columns)
    el_resize(handle)
    flowline_el_refresh(handle)
  }

  /// Draws on a fresh line, after the terminal was somebody else's.
  func redraw() {
    write("\r")
    flowline_el_refresh(handle)
  }

  /// Takes prompt and line off the screen, or leaves them and goes on below.
  func clear(columns: Int? = nil) {
    if onlyAppends { return leave() }
    let row = layout(columns: columns).cursorRow
    write((row > 0 ? "\r\u{1B}[\(row)A" : "\r") + "\u{1B}[J")
  }

  /// Goes to the start of the line below.
  func leave() {
    let layout = layout()
    write(String(repeating: "\n", count: layout.lastRow - layout.cursorRow) + "\r\n")
  }

  /// Goes to the last row of the line.
  func moveToEnd() {
    let layout = layout()
    write(String(repeating: "\n", count: layout.lastRow - layout.cursorRow))
  }

  /// Draws `hint` dim behind the cursor, as far as this row has room.
  func showHint(_ hint: String) -> Bool {
    guard !onlyAppends, !hint.isEmpty else { return false }
    let room = Int(flowline_el_columns(handle)) - layout().cursorColumn - 1
    let text = OneLine.text(hint).truncated(to: room)
    guard room > 0, !text.isEmpty else { return false }
    write("\u{1B}7\u{1B}[2m\(text)\u{1B}[0m\u{1B}8")
    return true
  }

  /// Takes the hint away.
  func hideHint() { write("\u{1B}[K") }

  private func layout(columns: Int? = nil) -> LineLayout {
    let (before, after) = line
    return LineLayout(
      before: promptWidthText + before, after: after,
      columns: columns ?? Int(flowline_el_columns(handle)))
  }
}

extension String {
  /// Every newline with the return that a raw terminal needs.
  fileprivate func replacingNewlines() -> String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}

extension UnsafePointer<UInt8> {
  fileprivate var asCharacters: UnsafePointer<CChar> {
    UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self)
  }
}
