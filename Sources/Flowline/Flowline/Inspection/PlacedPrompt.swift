/// A question with the answers that come before it, which tell its place from any other.
package struct PlacedPrompt: Sendable {
  package let prompt: Prompt
  package let before: AnswersBefore
}

/// The answers that come before a question.
package struct AnswersBefore: Sendable, Hashable {
  /// How many.
  package let count: Int
  /// A hash of them, the same in every process.
  package let digest: UInt64
}

extension [AnsweredQuestion] {
  /// Each question of a session with the answers that come before it.
  package var placed: [(question: AnsweredQuestion, before: AnswersBefore)] {
    var digest = AnswersDigest()
    return map { question in
      defer { digest.add(question.answer.path.ids.last ?? "", question.answer.value) }
      return (question, AnswersBefore(count: question.answer.number, digest: digest.value))
    }
  }
}

/// A hash of answers in their order: of their steps and what was answered.
struct AnswersDigest {
  private var hash = StableHash()

  var value: UInt64 { hash.value }

  mutating func add(_ id: StepID, _ answer: JSONValue) {
    hash.add(id.rawValue)
    hash.add(0xFF as UInt8)
    hash.add(answer.text)
    hash.add(0xFF as UInt8)
  }
}

/// The hash of the answers that stand in a session, kept so that each is hashed once.
struct KeptAnswersDigest {
  private var digest = AnswersDigest()
  /// How many of the journal's entries are in it.
  private var seen = 0
  /// The undoings that it knows of, see ``Engine/Numbers``.
  private var undoings = -1

  mutating func digest(of engine: Engine) -> UInt64 {
    if undoings != engine.numbers.undoings {
      self = KeptAnswersDigest()
      undoings = engine.numbers.undoings
    }
    let entries = engine.journal.entries
    for entry in entries[seen...] where entry.isStandingAnswer {
      digest.add(entry.id, entry.payload.json ?? .null)
    }
    seen = entries.count
    return digest.value
  }
}
