import Flowline

/// A line that was sent as an answer and may still come back: its check can find it wrong.
struct SentLine {
  let prompt: Prompt
  /// As it was typed; nothing where nothing was typed here.
  let typed: String
  /// How many answers stood before it.
  let before: Int
  /// Whether it belongs into the history of its kind.
  let isRecalled: Bool

  var isSecret: Bool { prompt.isSensitive }
}

/// Bringing the screen up to what was answered: the question goes, one line of each answer stays.
extension Walk {
  /// The line that was sent, where its question is asked again: it was found wrong, or its check
  /// was given up.
  func lineGivenBack(at prompt: Prompt) -> SentLine? {
    guard let sent, sent.prompt.path == prompt.path,
      controller.inspection.answers == sent.before
    else { return nil }
    return sent
  }

  /// Takes the question off the screen that was answered, or gone back from, and leaves a line of
  /// what was answered.
  func settle() {
    defer { sent = nil }
    guard shown != nil else { return }
    let answers = controller.journal.answers
    let same = zip(told, answers).prefix { $0 == $1 }.count
    let new = answers[same...]
    let line = sent.flatMap { $0.before == same && !new.isEmpty ? $0 : nil }
    if let line, line.isRecalled, let history = histories.history(for: line.prompt) {
      histories.add(line.typed, to: history)
    }
    let hasGoneBack = told.count > same
    told = answers
    guard manner.showsPrompts, hasGoneBack || !new.isEmpty else { return }
    if erase(backTo: same) {
      for answer in new { show(answer) }
      return
    }
    standing = []
    append(new, after: line)
    // Where the screen only grows, the new question alone would look like a step ahead.
    if hasGoneBack, new.isEmpty, manner.isAttended, let prompt = controller.prompt {
      surface.show(renderer.note(words("back.to", .string(renderer.label(of: prompt)))))
    }
  }

  /// Takes the question off, and the lines of the answers that stand no more; false where that
  /// cannot be done.
  private func erase(backTo count: Int) -> Bool {
    let gone = standing.filter { $0.answer.number >= count }
    // A line further up than those that are right above.
    guard let rows = tally.erasable(columns: max(surface.columns(), 1)),
      !surface.look.isPlain, source.erase(rows: rows + gone.reduce(0) { $0 + $1.rows })
    else { return false }
    standing.removeLast(gone.count)
    tally.begin()
    return true
  }

  /// Shows the line that stays of an answer.
  private func show(_ answer: RecordedAnswer) {
    surface.show(summary(of: answer))
    standing.append((answer, tally.rows))
    tally.begin()
  }

  /// Says of answers what their lines do not say: how a shorthand was understood, and what was
  /// answered without a line here.
  private func append(_ answers: ArraySlice<RecordedAnswer>, after line: SentLine?) {
    if let first = answers.first, let line, first.path == line.prompt.path {
      let text = AnswerText(look: surface.look, words: words)
        .value(of: first.value, to: line.prompt)
      if !line.isSecret, line.prompt.kind != .review, !text.isEmpty,
        text.lowercased() != line.typed.trimmingSpaces.lowercased()
      {
        surface.show(summary(of: first))
      }
    }
    let more = answers.count - (line == nil ? 0 : 1)
    if more > 0, manner.isAttended {
      surface.show(renderer.note(words("review.stands", .integer(more))))
    }
  }

  private func summary(of answer: RecordedAnswer) -> [String] {
    guard let prompt = asked[answer.path] else { return renderer.summary(of: answer) }
    return renderer.summary(of: answer.value, to: prompt)
  }
}
