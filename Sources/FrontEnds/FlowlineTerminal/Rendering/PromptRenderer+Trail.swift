import Flowline

extension PromptRenderer {
  /// Where one is: the names of the open flows, outer ones first, and how far that is.
  ///
  /// What the step is called is said by its question; in plain mode, where nobody looks back, by the
  /// sentence as well.
  func trail(of prompt: Prompt) -> [String] {
    let names = prompt.trail.map(\.line)
    guard !look.isPlain else { return sentence(of: prompt, names) }
    let flows = (names.count > 1 ? names.dropLast() : names[...]).joined(separator: look.separator)
      .asBeginning
    guard let progress = progress(of: prompt) else {
      return look.lines(flows, .trail, columns: columns)
    }
    let width = DisplayWidth.of(flows) + DisplayWidth.of(look.dot) + DisplayWidth.of(progress)
    guard width <= columns else {
      return look.lines(flows, .trail, columns: columns)
        + look.lines(progress, .dim, columns: columns)
    }
    return [look.paint(flows, .trail) + look.paint(look.dot + progress, .dim)]
  }

  private func sentence(of prompt: Prompt, _ names: [String]) -> [String] {
    let trail = TextArgument.string(names.joined(separator: ", "))
    guard let progress = spokenProgress(of: prompt) else {
      return look.lines(words("plain.step", trail), columns: columns)
    }
    return look.lines(
      words("plain.step.at", .string(progress.asBeginning), trail), columns: columns)
  }

  /// `step 3 of 5 to 7`, `step 3 of 5` or `step 3`: never more than is known.
  private func progress(of prompt: Prompt) -> String? {
    guard let progress = prompt.progress else { return nil }
    let number = TextArgument.string(String(progress.number))
    switch limits(of: progress) {
    case nil: return words("progress.step", number)
    case (let least, let most)? where least == most:
      return words("progress.step.of", number, .string(String(most)))
    case (let least, let most)?:
      return words(
        "progress.step.to", number, .string(String(least)), .string(String(most)))
    }
  }

  private func spokenProgress(of prompt: Prompt) -> String? {
    guard let progress = prompt.progress, let (least, most) = limits(of: progress), least < most
    else { return self.progress(of: prompt) }
    return words(
      "plain.progress.to", .integer(most), .string(String(progress.number)),
      .string(String(least)))
  }

  /// How many there are in all, at the least this one; nil if it has gone past what was said.
  private func limits(of progress: StepProgress) -> (least: Int, most: Int)? {
    guard let total = progress.total, total.upperBound >= progress.number else { return nil }
    return (max(total.lowerBound, progress.number), total.upperBound)
  }
}
