import Flowline

/// Which question is on the screen, and which answers a person has been told of.
///
/// A value: the walk tells it which answers are valid, and asks it what is to be told.
struct QuestionOnScreen {
  /// What has become of the answers since they were told of last.
  struct Change: Equatable {
    /// How many are as they were.
    let same: Int
    /// Those that were not told of.
    let new: [RecordedAnswer]
    /// Whether some are no longer valid.
    let hasGoneBack: Bool

    var isNothing: Bool { new.isEmpty && !hasGoneBack }
  }

  /// The presentation that was shown last; nil before the first.
  private(set) var presentation: Int?
  /// The answers that have been told of.
  private var told: [RecordedAnswer] = []
  /// The places that were told of and are not closed, in the order they were opened in.
  private var places: [FlowPlace] = []
  /// The step that was asked about last because something went wrong around the flow.
  private var held: StepPath?

  /// A question is shown; what was answered before the first needs no telling.
  mutating func show(_ presentation: Int, answers: @autoclosure () -> [RecordedAnswer]) {
    if self.presentation == nil { told = answers() }
    self.presentation = presentation
  }

  /// A question of the flow's own waits: nothing is held any more.
  mutating func release() { held = nil }

  /// A person is asked what to do about something that went wrong around a step.
  ///
  /// - Returns: whether the same was asked just before.
  mutating func hold(at step: StepPath) -> Bool {
    defer { held = step }
    return held == step
  }

  /// The question is to be shown again though it is the same: no presentation has this number.
  mutating func showAgain() { presentation = -1 }

  /// Takes over the answers that are valid now.
  mutating func change(to answers: [RecordedAnswer]) -> Change {
    let same = zip(told, answers).prefix { $0 == $1 }.count
    defer { told = answers }
    return Change(same: same, new: Array(answers[same...]), hasGoneBack: told.count > same)
  }

  /// The question is asked in places of their own, or in none.
  ///
  /// - Parameters:
  ///   - around: the places that it is asked in, the outermost first.
  ///   - open: the numbers of the places whose flows are open.
  /// - Returns: the places that were closed since the question before, from the inside out, and those
  ///   that were opened, from the outside in.
  mutating func enter(
    _ around: [FlowPlace], open: Set<Int>
  ) -> (closed: [FlowPlace], opened: [FlowPlace]) {
    let closed = places.reversed().filter { !open.contains($0.number) }
    places.removeAll { !open.contains($0.number) }
    let known = Set(places.map(\.number))
    let opened = around.filter { !known.contains($0.number) }
    places += opened
    return (closed, opened)
  }
}

/// The questions that were asked in a walk: for telling answers in words.
struct AskedQuestions {
  /// The ids of the steps, in order, each once.
  private(set) var ids: [StepID] = []
  /// The question that was asked last.
  private(set) var last: Prompt?
  /// The question that was asked last at each path.
  private var prompts: [StepPath: Prompt] = [:]
  /// The question of each answer, as it was when it was answered.
  ///
  /// A step that is asked again, as in a loop, may have another page and other choices by then.
  private var answered: [RecordedAnswer: Prompt] = [:]

  /// A question is asked.
  ///
  /// What is to be done about something that is held is no step of the flow.
  mutating func ask(_ prompt: Prompt) {
    guard prompt.hold == nil else { return }
    last = prompt
    prompts[prompt.path] = prompt
    if !ids.contains(prompt.id) { ids.append(prompt.id) }
  }

  /// A question has its answer.
  mutating func note(_ answer: RecordedAnswer, to prompt: Prompt) {
    guard answer.path == prompt.path else { return }
    answered[answer] = prompt
  }

  /// A question was asked elsewhere, or answered before anybody was asked.
  mutating func recall(_ question: AnsweredQuestion) {
    let prompt = question.prompt
    if answered[question.answer] == nil { note(question.answer, to: prompt) }
    if prompts[prompt.path] == nil { prompts[prompt.path] = prompt }
  }

  /// The questions that have their answers, in another language.
  mutating func translate(_ questions: [AnsweredQuestion]) {
    for question in questions {
      prompts[question.prompt.path] = question.prompt
      note(question.answer, to: question.prompt)
    }
  }

  /// Whether nothing was asked.
  var isEmpty: Bool { prompts.isEmpty }

  /// Whether it is known what an answer was to.
  func knows(_ answer: RecordedAnswer) -> Bool { answered[answer] != nil }

  /// The question that was asked last at a path; nil if none was asked here.
  subscript(path: StepPath) -> Prompt? { prompts[path] }

  /// The question of an answer; the last of its path if its own is not known.
  subscript(answer: RecordedAnswer) -> Prompt? { answered[answer] ?? prompts[answer.path] }
}
