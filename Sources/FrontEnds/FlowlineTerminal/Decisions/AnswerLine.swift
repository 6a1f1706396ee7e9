import Flowline

/// The line with which a question is answered, from what is offered for editing until the answer is
/// known to be valid.
///
/// A value: the walk tells it what has happened to the line, and asks it what is to be offered next.
struct AnswerLine {
  /// An answer that was understood in a way that is to be confirmed, with the line it came from.
  struct Unconfirmed: Equatable {
    let answer: Answer
    let typed: String
  }

  /// A line that was not taken and never came to the flow.
  struct Refused: Equatable {
    /// As it was typed; empty for a secret.
    let typed: String
    let refusal: Refusal
  }

  /// What was typed and not taken, to be offered for editing; nil if the question's draft is.
  private(set) var kept: String?
  /// The line that was not taken last, at the question that waits.
  private(set) var refused: Refused?
  /// What is taken by an Enter alone.
  private(set) var unconfirmed: Unconfirmed?
  /// The answer that was sent last, until it is known to be valid.
  private(set) var sent: SentLine?
  /// What was being typed when its question was put anew, to be offered there.
  private var carried: (path: StepPath, line: String)?
  /// What was being typed when somebody went back, by the step it was typed at.
  private(set) var left: [StepPath: String] = [:]

  /// A question is put: what was typed at it before it was put anew is offered.
  mutating func begin(at prompt: Prompt) {
    let (carried, left) = (carried, left)
    self = AnswerLine()
    self.left = left
    if let typed = self.left.removeValue(forKey: prompt.path) { keep(typed, at: prompt) }
    if let carried, carried.path == prompt.path { keep(carried.line, at: prompt) }
  }

  /// Somebody goes back in the middle of a line: it is offered when its question is asked again.
  ///
  /// What was answered there before is offered anyway, and a part of a name only finds choices.
  mutating func leave(_ typed: String, at prompt: Prompt) {
    let isWorthless = typed.trimmingSpaces.isEmpty || typed == prompt.draft || typed.hasPrefix(":")
    guard !isWorthless, !prompt.isSensitive, prompt.kind.choices.isEmpty else { return }
    left[prompt.path] = typed
  }

  /// A question is put again because its answer is not valid: the line is offered.
  mutating func begin(at prompt: Prompt, with line: SentLine) {
    begin(at: prompt)
    kept = line.isSecret ? "" : line.typed
  }

  /// The text to be edited; nothing if Enter alone confirms what was understood.
  func offered(at prompt: Prompt) -> String {
    unconfirmed == nil ? kept ?? prompt.draft ?? "" : ""
  }

  /// Whether a line that was not taken is offered, rather than what was answered before.
  func isOffering(at prompt: Prompt) -> Bool {
    unconfirmed == nil && kept.map { !$0.isEmpty } ?? false
  }

  /// A line was not taken, and is offered for editing.
  ///
  /// A secret is typed anew; at a page there is nothing to edit but a command, and Enter alone must
  /// go on.
  mutating func keep(_ typed: String, at prompt: Prompt) {
    let isUseless = prompt.kind == .review && !typed.hasPrefix(":")
    kept = prompt.isSensitive || isUseless ? "" : typed
  }

  /// A command was typed, which was not done.
  mutating func keep(command: String) { kept = command }

  /// A command was typed: the question's draft is offered again.
  mutating func release() { kept = nil }

  /// What was typed is done with: nothing is offered.
  mutating func clear() {
    kept = ""
    unconfirmed = nil
  }

  /// Choices were narrowed by what was typed: nothing is offered.
  mutating func narrow() { clear() }

  /// A question was put anew while its line was being typed.
  mutating func carry(_ line: String, from prompt: Prompt) {
    carried = (prompt.path, line)
  }

  /// A line was refused before it came to the flow.
  mutating func refuse(_ typed: String, for refusal: Refusal, at prompt: Prompt) {
    refused = Refused(typed: prompt.isSensitive ? "" : typed, refusal: refusal)
  }

  /// A line goes to the flow.
  mutating func submit() {
    refused = nil
    unconfirmed = nil
  }

  /// An answer was understood otherwise than it was typed.
  mutating func confirm(_ answer: Answer, typed: String) {
    unconfirmed = Unconfirmed(answer: answer, typed: typed)
    kept = nil
  }

  /// The flow has taken a line.
  mutating func send(_ line: SentLine) { sent = line }

  /// The line that comes back: its question is asked again, and there are no more valid answers than
  /// before.
  func givenBack(at prompt: Prompt, answers: Int) -> SentLine? {
    guard let sent, sent.prompt.path == prompt.path, answers == sent.before else { return nil }
    return sent
  }

  /// The line whose answer is valid now, if it is the first of those that are new.
  mutating func takeSent(answering first: Int, new: Int) -> SentLine? {
    defer { sent = nil }
    return sent.flatMap { $0.before == first && new > 0 ? $0 : nil }
  }
}

/// A line that was sent as an answer and may still come back: its check can find it wrong.
struct SentLine: Equatable {
  let prompt: Prompt
  /// As it was typed; nothing if nothing was typed here.
  let typed: String
  /// How many answers stood before it.
  let before: Int
  /// Whether it belongs into the history of its kind.
  let isRecalled: Bool

  var isSecret: Bool { prompt.isSensitive }
}
