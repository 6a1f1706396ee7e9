import Flowline

/// Flows that are shown in a place of their own. A terminal has one place for all, so that it says in a
/// line where one begins and ends.
extension Walk {
  /// Says which places were closed since the question before, and which are opened for this one.
  func tellPlaces(of prompt: Prompt) {
    let (closed, opened) = question.enter(
      controller.places(around: prompt.presentation), open: controller.openPlaceNumbers)
    for place in closed { note("place.closed", place) }
    for place in opened { note("place.opened", place) }
  }

  private func note(_ key: String, _ place: FlowPlace) {
    guard mode.showsPrompts else { return }
    display.note(words(key, .string(place.title.line)))
  }
}
