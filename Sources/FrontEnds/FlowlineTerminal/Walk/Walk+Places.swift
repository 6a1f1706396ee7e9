import Flowline

/// Flows that are shown in a place of their own. A terminal has one place for all, so that it says in a
/// line where one begins and ends.
extension Walk {
  /// Says that the question is asked in another place than the one before.
  func tellPlace(of prompt: Prompt) {
    let (closed, opened) = question.enter(prompt.place, under: prompt.path.ids)
    if let closed { note("place.closed", closed) }
    if let opened { note("place.opened", opened) }
  }

  private func note(_ key: String, _ place: FlowPlace) {
    guard mode.showsPrompts else { return }
    display.note(words(key, .string(place.title.line)))
  }
}
