/// Answers that wait for their questions.
struct GivenAnswers: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    enum Content: Hashable, Sendable {
      case answer(Answer)
      /// What was typed at a sensitive step in this process, by its number in the shell's table.
      case secret(Int)
      /// None: the question is asked, whatever was kept for others.
      case nothing
    }

    enum Condition: Hashable, Sendable {
      /// Given from outside, for a step whose path ends like this.
      case outside
      /// Answered before, by a question with this fingerprint; so that it stands if an earlier answer
      /// was changed and this one does not depend on it.
      case same(fingerprint: Int)
      /// Answered before, and nothing that it could depend on was changed.
      case stood
      /// Sent with the page of a form, for one of its fields.
      case page
    }

    let path: [StepID]
    let content: Content
    let condition: Condition
    /// Whether what there is to warn of has been seen.
    var isAcknowledged = false

    /// How the answer is meant.
    var manner: Engine.Manner {
      switch condition {
      case .stood: .stood
      // A page is warned of as a whole, before any of it is taken.
      case .page: .acknowledged
      case .same:
        if case .secret = content { .stood } else { isAcknowledged ? .acknowledged : .plain }
      case .outside: isAcknowledged ? .acknowledged : .plain
      }
    }

    /// Whether it stands for a question.
    func fits(_ fingerprint: @autoclosure () -> Int) -> Bool {
      if case .same(let before) = condition { before == fingerprint() } else { true }
    }

    /// Whether it may be given to a step: a sensitive one takes none from outside.
    fileprivate func isMeant(for ids: [StepID], isSensitive: Bool) -> Bool {
      switch (condition, content) {
      case (.outside, _): !isSensitive && ids.ends(with: path)
      case (.page, _), (_, .nothing): ids == path
      case (_, .secret): isSensitive && ids == path
      case (_, .answer): !isSensitive && ids == path
      }
    }
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Whether something that was sent with a page is left.
  var holdsPage: Bool {
    !entries.isEmpty && entries.contains { $0.condition == .page || $0.content == .nothing }
  }

  /// What was given from outside and not used.
  var unused: [GivenAnswer] {
    entries.compactMap { entry in
      guard entry.condition == .outside, case .answer(let answer) = entry.content else {
        return nil
      }
      return GivenAnswer(
        path: entry.path, answer: answer, isAcknowledged: entry.isAcknowledged)
    }
  }

  mutating func give(_ answers: [GivenAnswer]) {
    entries += answers.map {
      Entry(
        path: $0.path, content: .answer($0.answer), condition: .outside,
        isAcknowledged: $0.isAcknowledged)
    }
  }

  /// Keeps answers that stood before going back, in the place of those that were kept before; what
  /// was given from outside still waits.
  mutating func keep(_ kept: [Entry]) {
    entries.removeAll { $0.condition != .outside && $0.condition != .page }
    entries += kept
  }

  /// Gives answers that count before all others.
  mutating func giveFirst(_ answers: [Entry]) { entries = answers + entries }

  /// Forgets what was sent with a page and not asked for.
  mutating func forgetPage() {
    entries.removeAll { $0.condition == .page || $0.content == .nothing }
  }

  /// Takes the answer for a question. Of those given from outside, the one that says most about the
  /// path is meant.
  mutating func take(at path: StepPath, isSensitive: Bool) -> Entry? {
    let ids = path.ids
    func isMeant(_ entry: Entry) -> Bool { entry.isMeant(for: ids, isSensitive: isSensitive) }
    guard var index = entries.firstIndex(where: isMeant) else { return nil }
    if entries[index].condition == .outside {
      for other in entries.indices[index...]
      where entries[other].condition == .outside && isMeant(entries[other])
        && entries[other].path.count > entries[index].path.count
      {
        index = other
      }
    }
    let entry = entries.remove(at: index)
    return entry.content == .nothing ? nil : entry
  }
}

extension [StepID] {
  /// Whether these are the last ids; no ids are the end of none.
  func ends(with tail: [StepID]) -> Bool {
    !tail.isEmpty && suffix(tail.count).elementsEqual(tail)
  }
}

/// What was typed at a sensitive step in this process.
struct TypedSecret: Hashable, Sendable {
  let path: StepPath
  /// Its number in the shell's table.
  let number: Int
}

extension Engine {
  /// The secrets that were typed in this process and still stand, each for its step: nobody types a
  /// secret twice because of a step back.
  mutating func keepSecrets() -> [GivenAnswers.Entry] {
    guard !secrets.isEmpty else { return [] }
    var left: [StepPath: Int] = [:]
    for entry in journal.entries
    where entry.isStandingAnswer && entry.payload.json == .redactionMark {
      left[journal.path(of: entry), default: 0] += 1
    }
    let standing = secrets.filter { secret in
      guard let count = left[secret.path], count > 0 else { return false }
      left[secret.path] = count - 1
      return true
    }
    secrets = []
    return standing.map {
      GivenAnswers.Entry(path: $0.path.ids, content: .secret($0.number), condition: .stood)
    }
  }
}
