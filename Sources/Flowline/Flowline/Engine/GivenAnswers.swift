/// Answers that wait for their questions.
struct GivenAnswers: SharedAtFirst {
  static let unchanged = CopyOnWriteBox(GivenAnswers())

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
    /// Whether it may answer a question that is left to people.
    var mayConfirm = true

    /// How the answer is meant.
    var mode: Engine.AnswerMode {
      switch condition {
      // A page is warned of and checked as a whole, before any of it is taken.
      case .stood, .page: .stood
      // What was changed before it may be what its check looks at: a password belongs to a name.
      case .same, .outside: isAcknowledged ? .acknowledged : .plain
      }
    }

    /// Whether it stands for a question.
    func fits(_ fingerprint: @autoclosure () -> Int) -> Bool {
      if case .same(let before) = condition { before == fingerprint() } else { true }
    }

    /// Whether a step with its path may take it: a sensitive one takes nothing from outside.
    fileprivate func isMeant(forSensitive isSensitive: Bool) -> Bool {
      switch (condition, content) {
      case (.page, _), (_, .nothing): true
      case (_, .secret): isSensitive
      case (_, .answer): !isSensitive
      }
    }

    fileprivate var isOfPage: Bool { condition == .page || content == .nothing }

    /// About how many bytes it takes.
    fileprivate var size: Int {
      if case .answer(let answer) = content { 200 + answer.size } else { 200 }
    }
  }

  /// In the order in which they count; those that were taken leave a gap.
  private var places: [Entry?] = []
  /// Where the answers of a path are.
  ///
  /// Those from outside tell the end of a path, the others all of it.
  private var outside: [[StepID]: Queue] = [:]
  private var exact: [[StepID]: Queue] = [:]
  /// How long the paths are that were given from outside.
  private var outsideLengths: Set<Int> = []
  private var count = 0
  private var pageCount = 0
  /// About how many bytes they take.
  private(set) var size = 0

  /// Places in their order, the first first.
  private struct Queue: Hashable {
    var places: [Int] = []
    var first = 0

    var next: Int? { first < places.count ? places[first] : nil }

    mutating func remove(at index: Int) {
      if index == first { first += 1 } else { places.remove(at: index) }
    }
  }

  var entries: [Entry] { places.compactMap(\.self) }

  var isEmpty: Bool { count == 0 }

  /// Whether something that was sent with a page is left.
  var holdsPage: Bool { pageCount > 0 }

  /// What was given from outside and not used.
  var unused: [GivenAnswer] {
    entries.compactMap { entry in
      guard entry.condition == .outside, case .answer(let answer) = entry.content else {
        return nil
      }
      return GivenAnswer(
        path: entry.path, answer: answer, isAcknowledged: entry.isAcknowledged,
        mayConfirm: entry.mayConfirm)
    }
  }

  private init(_ entries: [Entry]) { for entry in entries { add(entry) } }

  init() {}

  private mutating func add(_ entry: Entry) {
    if entry.condition == .outside {
      outside[entry.path, default: Queue()].places.append(places.count)
      outsideLengths.insert(entry.path.count)
    } else {
      exact[entry.path, default: Queue()].places.append(places.count)
    }
    places.append(entry)
    count += 1
    size += entry.size
    if entry.isOfPage { pageCount += 1 }
  }

  mutating func give(_ answers: [GivenAnswer]) {
    for answer in answers {
      add(
        Entry(
          path: answer.path, content: .answer(answer.answer), condition: .outside,
          isAcknowledged: answer.isAcknowledged, mayConfirm: answer.mayConfirm))
    }
  }

  /// Keeps answers that stood before going back, in the place of those that were kept before; what
  /// was given from outside still waits.
  mutating func keep(_ kept: [Entry]) {
    self = Self(entries.filter { $0.condition == .outside || $0.condition == .page } + kept)
  }

  /// Gives answers that count before all others.
  mutating func giveFirst(_ answers: [Entry]) { self = Self(answers + entries) }

  /// Forgets what was sent with a page and not asked for.
  mutating func forgetPage() { self = Self(entries.filter { !$0.isOfPage }) }

  /// Takes the answer for a question.
  ///
  /// Of those given from outside, the one that says most about the path is meant.
  mutating func take(at path: StepPath, isSensitive: Bool) -> Entry? {
    let ids = path.ids
    let ends = isSensitive ? [] : endsGiven(for: ids)
    let earliest = ends.compactMap { outside[$0]?.next }.min()
    if let queue = exact[ids],
      let index = (queue.first..<queue.places.count).first(where: {
        places[queue.places[$0]]?.isMeant(forSensitive: isSensitive) ?? false
      }), queue.places[index] < earliest ?? .max
    {
      exact[ids]?.remove(at: index)
      return taken(from: queue.places[index])
    }
    guard let most = ends.last, let place = outside[most]?.next else { return nil }
    outside[most]?.first += 1
    return taken(from: place)
  }

  /// Takes the answers for a question that may not confirm, and returns the first of them.
  mutating func takeUnconfirming(at path: StepPath) -> Entry? {
    let ids = path.ids
    func isMeant(_ entry: Entry) -> Bool {
      !entry.mayConfirm && ids.suffix(entry.path.count).elementsEqual(entry.path)
    }
    let all = entries
    guard let first = all.first(where: isMeant) else { return nil }
    self = Self(all.filter { !isMeant($0) })
    return first
  }

  /// The ends of a path that something was given for, the shortest first.
  private func endsGiven(for ids: [StepID]) -> [[StepID]] {
    outsideLengths.sorted().compactMap { length in
      guard length > 0, length <= ids.count else { return nil }
      let end = Array(ids.suffix(length))
      return outside[end]?.next == nil ? nil : end
    }
  }

  private mutating func taken(from place: Int) -> Entry? {
    guard let entry = places[place].take() else { return nil }
    count -= 1
    size -= entry.size
    if entry.isOfPage { pageCount -= 1 }
    if count == 0 { self = Self() }
    return entry.content == .nothing ? nil : entry
  }
}

extension GivenAnswer {
  /// About how many bytes the path and the answer are written in.
  package var size: Int { path.reduce(answer.size) { $0 + $1.rawValue.utf8.count } }
}

extension Answer {
  /// About how many bytes it is written in.
  fileprivate var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .json(let value): value.writtenSize
    }
  }
}
