import Flowline

/// The writes of a session that have a reply, be it a refusal, by where in its answers they were.
struct SessionWrites: Hashable, Sendable {
  /// How many answers came before each write, in the order of the writes.
  private let answersBefore: [Int]
  /// Whether the session was given up over a write that was found to have been carried out: its reply could not be
  /// recorded.
  let wereDoneAndGivenUp: Bool

  /// Reads it from the text of a journal.
  init(journal text: String) throws(UnreadableScript) {
    let journal = try Script(parsing: text).journal(or: .current)
    answersBefore = journal.answersBeforeWrites
    wereDoneAndGivenUp = journal.hasWriteDoneAndGivenUp
  }

  /// Whether nothing was written.
  var isEmpty: Bool { answersBefore.isEmpty }

  /// How many writes came before an answer: those with the same number led to the same write.
  func number(before answer: RecordedAnswer) -> Int {
    answersBefore.count { $0 <= answer.number }
  }

  /// Whether something was written after an answer.
  func follow(_ answer: RecordedAnswer) -> Bool {
    number(before: answer) < answersBefore.count
  }
}
