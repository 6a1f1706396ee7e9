/// Comparing a question with itself, as it was when an answer was given.
extension Session {
  /// What a question looks like to a person, as a number that holds for this process.
  ///
  /// What is said beside its options is not part of it: an amount that an option comes to follows from another
  /// answer, and the same option is meant.
  func fingerprint(of screen: any Screen, at place: TextPlace?) -> Int {
    // In whatever language it is put: it is the same question.
    let environment = engine.journal.head.environment.at(place)
    var hasher = Hasher()
    hasher.combine(screen.kind(in: environment).withoutDetails)
    hasher.combine(screen.question.text.resolved(in: environment))
    hasher.combine(screen.page(in: environment))
    hasher.combine(screen.defaultAnswer?.text)
    hasher.combine(screen.question.offeredAnswer?.text)
    return hasher.finalize()
  }
}

extension PromptKind {
  /// The kind without what is said beside its options, such as balances; of options with the same label that
  /// says which is which.
  fileprivate var withoutDetails: PromptKind {
    switch self {
    case .choice(let choices): .choice(choices.identities)
    case .choices(let choices, let count): .choices(choices.identities, count: count)
    default: self
    }
  }
}

extension [Choice] {
  /// What tells the options apart: without their details, unless labels are the same.
  fileprivate var identities: [Choice] {
    guard Set(map(\.label)).count == count else { return self }
    return map { Choice(key: $0.key, label: $0.label) }
  }
}
