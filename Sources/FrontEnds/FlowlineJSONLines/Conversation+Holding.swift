import Flowline

/// Taking what is to be done about something that went wrong around the flow.
extension Conversation {
  /// Answers may be sent ahead, and none of them was meant for this: it is taken if it names the
  /// prompt, or is the very word of a choice.
  func resolve(_ prompt: Prompt, _ answer: Answer, to presentation: Int?) {
    let isChoice =
      if case .json(.string(let key)) = answer {
        prompt.kind.choices.contains { $0.key == key }
      } else {
        false
      }
    guard presentation != nil || isChoice else {
      let keys = prompt.kind.choices.map { "“\($0.key)”" }.joined(separator: ", ")
      let message = "something went wrong and is asked about first: answer with one of \(keys)"
      return tell(
        .refused(Refusal("held", Text(verbatim: message))), of: "answer")
    }
    tell(controller.answer(answer, to: presentation), of: "answer")
    notePause()
  }

  /// Leaves the session as it is, without an outcome.
  func pause() {
    controller.unload()
    notePause()
  }

  /// Tells that the session was unloaded, if it was.
  private func notePause() {
    guard controller.inspection.state == .ended, telling.outcome == nil else { return }
    telling.paused()
  }
}
