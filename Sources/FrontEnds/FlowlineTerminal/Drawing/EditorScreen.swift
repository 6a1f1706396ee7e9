import CLibEdit
import CLibEditShims
import Glibc

/// What the editor draws beside libedit: text above the line, the line again after that, and more in
/// other files.
final class EditorScreen {
  /// Where everything is drawn.
  let descriptor: Int32

  /// Whether the terminal can move its cursor up.
  let canMove: Bool

  /// Whether nothing may be drawn over.
  var onlyAppends = false

  /// The prompt as libedit is given it, without styles.
  var promptWidthText = ""

  let handle: OpaquePointer
  private let clusters: Clusters
  private let file: UnsafeMutablePointer<FILE>

  init(
    handle: OpaquePointer, file: UnsafeMutablePointer<FILE>, descriptor: Int32,
    clusters: Clusters
  ) {
    self.handle = handle
    self.clusters = clusters
    self.file = file
    self.descriptor = descriptor
    canMove = flowline_el_can_move(handle) != 0
  }

  /// What a terminal must be sent if the process dies in the middle of a line.
  var closing: UnsafePointer<CChar>? { canMove ? Self.closing.utf8Start.asCharacters : nil }

  private static let closing: StaticString = "\n\u{1B}[J\u{1B}[?2004l"

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
      clusters.text(from: line.buffer, to: line.cursor),
      clusters.text(from: line.cursor, to: line.lastchar)
    )
  }

  /// The characters before the cursor and behind it, one for each that libedit counts.
  var characters: (before: [String], after: [String]) {
    guard let line = el_wline(handle)?.pointee else { return ([], []) }
    return (
      clusters.texts(from: line.buffer, to: line.cursor),
      clusters.texts(from: line.cursor, to: line.lastchar)
    )
  }

  /// The character before the cursor, as libedit has it.
  var characterBefore: wchar_t? {
    guard let line = el_wline(handle)?.pointee, line.cursor > line.buffer else { return nil }
    return line.cursor[-1]
  }

  /// Whether nothing is typed behind the cursor; O(1).
  var isCursorAtEnd: Bool {
    guard let line = el_wline(handle)?.pointee else { return true }
    return line.cursor == line.lastchar
  }

  /// Whether nothing is typed; O(1).
  var isLineEmpty: Bool {
    guard let line = el_wline(handle)?.pointee else { return true }
    return line.buffer == line.lastchar
  }

  /// Puts the cursor back into the line: some of vi's commands leave it one place before.
  func mendCursor() {
    guard let line = el_wline(handle)?.pointee, line.cursor < line.buffer else { return }
    el_cursor(handle, 1)
  }

  /// Whether the line may reach the last row of the window.
  ///
  /// It is reckoned by the widest characters, for the sake of speed.
  var mayFillWindow: Bool {
    guard let line = el_wline(handle)?.pointee else { return false }
    let count = promptWidthText.utf8.count + line.lastchar - line.buffer + 1
    return count * LineLayout.widest >= columns * (linesOfLibEdit - 1)
  }

  /// The rows libedit reckons with.
  private var linesOfLibEdit: Int { Int(flowline_el_lines(handle)) }

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

  /// How many rows prompt and line take.
  var rows: Int { layout().lastRow + 1 }

  /// How many rows the prompt takes with this line, as libedit has it.
  func rows(of line: String) -> Int {
    let line = line.hasSuffix("\n") ? String(line.dropLast()) : line
    return LineLayout(before: promptWidthText + line, columns: columns).lastRow + 1
  }

  /// Where prompt and line stand.
  func layout(columns: Int? = nil) -> LineLayout {
    guard let line = el_wline(handle)?.pointee else {
      return LineLayout(before: promptWidthText, columns: columns ?? self.columns)
    }
    return LineLayout(
      before: promptWidthText + WideText.text(from: line.buffer, to: line.cursor),
      after: WideText.text(from: line.cursor, to: line.lastchar),
      columns: columns ?? self.columns)
  }

  /// The columns libedit reckons with.
  var columns: Int { Int(flowline_el_columns(handle)) }
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
