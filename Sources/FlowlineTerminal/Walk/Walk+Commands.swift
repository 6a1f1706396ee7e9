import Flowline

/// What a command does.
extension Walk {
  func perform(_ command: PromptCommand, at prompt: Prompt) {
    kept = nil
    switch command {
    case .back: goBack(from: prompt)
    case .cancel: cancelLevel(at: prompt)
    case .help: surface.show(reports.help(for: prompt, controller.legalInputs))
    case .why:
      surface.show(
        reports.why(
          prompt, controller.inspection, controller.legalInputs, refusedLine: refusedLine))
    case .review(nil):
      surface.show(
        reports.review(
          controller.journal.answers, asked: asked,
          changeable: Set(controller.legalInputs.changeable.map(\.number))))
    case .review(let number?): change(number, at: prompt)
    case .state: surface.show(reports.state(controller.inspection))
    case .record(let path): record(to: path, at: prompt)
    case .quit: leave(.quit)
    }
  }

  /// Goes to the question of an answer, to change it.
  private func change(_ number: Int, at prompt: Prompt) {
    let answers = controller.journal.answers
    guard answers.indices.contains(number - 1) else {
      let message =
        answers.isEmpty
        ? words("review.none") : words("review.unknown", .integer(answers.count))
      return surface.show(renderer.error(message))
    }
    guard case .refused(let refusal) = controller.back(to: answers[number - 1]) else { return }
    surface.show(renderer.lines(for: refusal))
  }

  private var reports: WalkReports { WalkReports(renderer: renderer) }

  private func record(to path: String, at prompt: Prompt) {
    let recorder = Recorder(path: path)
    do throws(PrivateFile.Failure) {
      try recorder.write(controller.journal)
      self.recorder = recorder
      surface.show(renderer.note(words("record.now", .string(path))))
    } catch {
      show(error)
      kept = ":record \(path)"
    }
  }
}
