import CLibEdit
import Glibc

/// The arrows through the lines given before. libedit's own forget what is typed when there is no
/// newer line to go to.
extension LineEditor {
  /// Up: the next older line; the one that is typed is kept.
  func recallOlder() -> Int32 {
    guard let entries = reading?.request.history?.entries else { return CC_ERROR }
    let place = reading?.recalled ?? entries.count
    guard place > 0, place <= entries.count else { return CC_ERROR }
    if reading?.recalled == nil { reading?.unrecalled = typedText }
    reading?.recalled = place - 1
    return replace(with: entries[place - 1])
  }

  /// Down: the next newer line, and after the newest the one that was typed.
  func recallNewer() -> Int32 {
    guard let entries = reading?.request.history?.entries, let place = reading?.recalled else {
      return CC_ERROR
    }
    let isLast = place + 1 >= entries.count
    reading?.recalled = isLast ? nil : place + 1
    return replace(with: isLast ? reading?.unrecalled ?? "" : entries[place + 1])
  }

  /// Puts another line in the place of this one, the cursor behind it.
  func replace(with text: String) -> Int32 {
    let (before, after) = screen.characters
    el_cursor(handle, Int32(after.count))
    if before.count + after.count > 0 {
      el_deletestr(handle, Int32(before.count + after.count))
    }
    return insert(OneLine.text(text)) ? CC_REFRESH : CC_ERROR
  }
}
