import CLibEdit
import Glibc

/// The keys that go by words, and what they take away. libedit knows neither words with marks nor
/// emoji.
extension LineEditor {
  func goWordLeft() -> Int32 {
    move(by: -WordPlace.countBefore(screen.characters.before, .letters))
  }

  func goWordRight() -> Int32 {
    move(by: WordPlace.countAfter(screen.characters.after, .letters))
  }

  func deleteWordLeft(_ kind: WordPlace.Kind) -> Int32 {
    let before = screen.characters.before
    return delete(before.suffix(WordPlace.countBefore(before, kind)))
  }

  func deleteWordRight() -> Int32 {
    let after = screen.characters.after
    let word = after.prefix(WordPlace.countAfter(after, .letters))
    el_cursor(handle, Int32(word.count))
    return delete(word)
  }

  func deleteToEnd() -> Int32 {
    let after = screen.characters.after
    el_cursor(handle, Int32(after.count))
    return delete(after[...])
  }

  func deleteAll() -> Int32 {
    let (before, after) = screen.characters
    el_cursor(handle, Int32(after.count))
    return delete((before + after)[...])
  }

  /// Puts what was deleted last at the cursor.
  func putDeleted() -> Int32 {
    deleted.isEmpty || !insert(deleted) ? CC_ERROR : CC_REFRESH
  }

  private func move(by count: Int) -> Int32 {
    guard count != 0 else { return CC_ERROR }
    el_cursor(handle, Int32(count))
    return CC_CURSOR
  }

  /// Deletes these characters, which end at the cursor.
  private func delete(_ characters: ArraySlice<String>) -> Int32 {
    guard !characters.isEmpty else { return CC_ERROR }
    deleted = characters.joined()
    el_deletestr(handle, Int32(characters.count))
    return CC_REFRESH
  }
}
