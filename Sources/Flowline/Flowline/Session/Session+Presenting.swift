/// What is shown, and what is to be taken off show.
extension Session {
  /// The prompt that waits for an answer.
  var prompt: Prompt? {
    if machine.isMany {
      machine.turnToForeground()
      return promptOfStrand
    }
    guard case .asking(let presentation) = machine.state, let question else { return nil }
    return prompt(of: question, presentation)
  }

  func dismisser(of presentations: Range<Int>, _ apart: [Range<Int>]? = nil) -> Dismisser {
    Dismisser(presentations: presentations, apart: apart, controller: controller)
  }

  func dismiss(_ presentations: Range<Int>, _ apart: [Range<Int>]? = nil) {
    for part in apart ?? [presentations] {
      for range in machine.shown.remove(part) { presenter?.dismiss(range) }
    }
  }
}
