import Flowline
import FlowlineTerminal

extension RunEnding {
  /// The end of a session that had ended earlier, and what is to be said of answers that are given for it
  /// now.
  ///
  /// In another world its flow says nothing of its result, and why it does not is said instead.
  ///
  /// The same command line may be repeated: an answer for a step that was asked is only noted if it is not
  /// plainly the one that the session has. One for a step that was never asked is an error, as in any run.
  ///
  /// - Parameters:
  ///   - end: how the session ended.
  ///   - record: what is kept of it.
  ///   - given: the answers of the command line.
  ///   - place: where it is kept.
  ///   - world: where it is told.
  init(
    _ end: StoredSession.End, of record: any SessionRecord, given: AnswerOptions,
    keptIn place: SessionPlace, in world: World
  ) {
    let (recap, words) = world.recap(of: record)
    self.init(end, of: record, recap, words)
    // What ended it earlier may be the reason why a step was never asked.
    guard status == .finished, let script = try? Script(parsing: try record.contents()) else {
      return
    }
    if let recorded = script.world, world.isOther(than: recorded) {
      messages.append(words.endedElsewhere(recorded, in: place))
    }
    let answers = script.journal(or: world.environment).answers
    do throws(AnswersFault) {
      try tellUnused(of: given, by: answers, of: script.flow, words)
    } catch {
      self = .failure(error.message, code: "answers", status: .usage, words: words)
    }
  }

  private mutating func tellUnused(
    of given: AnswerOptions, by answers: [RecordedAnswer], of flow: FlowID, _ words: Words
  ) throws(AnswersFault) {
    let asked = answers.compactMap(\.path.ids.last).reduce(into: [String]()) { steps, step in
      if !steps.contains(step.rawValue) { steps.append(step.rawValue) }
    }
    var unused: [String] = []
    for one in try given.prepared(for: flow, words).given(acknowledged: true) {
      let found = answers.filter { $0.isAnswer(to: one.description) }
      if found.isEmpty {
        unused.append(words.neverAsked(one.description, asked: asked))
      } else if !found.contains(where: { $0.isPlainly(one.answer) }) {
        messages.append(words.notAskedAgain(one.description))
      }
    }
    for secret in given.secrets.secret.compactMap(StepOption.init) {
      guard !answers.contains(where: { $0.isAnswer(to: secret.step) }) else { continue }
      unused.append(words.neverAsked(secret.step, asked: asked))
    }
    guard !unused.isEmpty else { return }
    status = .usage
    messages += unused.map(words.error)
    error = ["code": "unused-answer", "message": .string(unused.joined(separator: " "))]
  }
}

extension Words {
  /// Why the result of a session of another world has no words here, and how to see them if it stays.
  fileprivate func endedElsewhere(_ recorded: String, in place: SessionPlace) -> String {
    // One of a folder of sessions is forgotten once it was told.
    guard let file = place.file, ShellWord.areOptions(recorded) else {
      return self("resume.ended-elsewhere", .string(OneLine.excerpt(recorded, limit: 60)))
    }
    let command = "\(Program.name) resume \(ShellWord.quoted(file)) \(recorded)"
    return self("resume.ended-elsewhere.options", .string(command))
  }

  /// That an answer was given for a step that was asked before, and was not asked again.
  func notAskedAgain(_ step: String) -> String { self("run.unused.answered", .string(step)) }

  /// That an answer was given for a step that was never asked.
  ///
  /// - Parameters:
  ///   - step: the step that was named.
  ///   - asked: the ids of the steps that were asked.
  func neverAsked(_ step: String, asked: [String]) -> String {
    let known = asked.isEmpty ? self("run.nothing-asked") : asked.joined(separator: ", ")
    let sentence = self("run.unused", .string(step), .string(known))
    guard let nearest = Nearest.word(to: step, among: asked.filter { $0 != step }) else {
      return sentence
    }
    return sentence + " " + self("run.suggestion", .string(nearest))
  }
}

extension RecordedAnswer {
  /// Whether its path ends with the name of a step, such as `new-goal/target`.
  func isAnswer(to step: String) -> Bool {
    guard let ids = GivenAnswer.path(step) else { return false }
    return path.ids.suffix(ids.count) == ids[...]
  }

  /// Whether an answer is the same without being read by its question: in the recorded form, or word for
  /// word.
  fileprivate func isPlainly(_ answer: Answer) -> Bool {
    switch answer {
    case .text(let text): value == .string(text)
    case .json(let json): value == json
    }
  }
}
