import Flowline

/// What a call has come to before the next question is put.
struct Turn {
  /// The round that was answered; nil if the call asks its first question.
  var round: Round?
  /// What is said of the input before; nil if there is nothing to say.
  var note: String?
  /// Why the answer before was not taken.
  var refusal: Refusal?
  /// What was filled in on a page that was not taken.
  var draft: [StepID: Answer] = [:]
  /// How many times in a row the same question was answered with nothing.
  var repeats = 0

  /// The number of the question that is asked next.
  var number: Int { (round?.number ?? 0) + 1 }
}

extension Answer {
  /// The answer as a round carries it.
  var carried: JSONValue {
    switch self {
    case .text(let text): ["text": .string(text)]
    case .json(let json): json
    }
  }
}
