/// What was set aside: answers that going back or a changed flow undid, to be offered again when
/// the same step is asked, and writes that a changed flow has not come to yet.
///
/// All of it follows from the journal's entries, so that it outlives the process.
struct SetAside: SharedAtFirst {
  static let unchanged = CopyOnWriteBox(SetAside())

  /// A write that was recorded, set aside with its reply.
  struct Commit: Hashable, Sendable {
    let path: StepPath
    let intent: JSONValue
    /// Nil if it was cut off before its reply.
    let reply: JournalEntry?

    init(path: StepPath, intent: JSONValue, reply: JournalEntry?) {
      self.path = path
      self.intent = intent
      // As a journal tells it that is read again.
      self.reply = reply.map {
        JournalEntry($0.verb, path.id ?? $0.id, in: .unknown, .json($0.payload.json ?? .null))
      }
    }

    var write: WriteID { WriteID(intent, at: path) }
  }

  /// Tells a write from all others: its key or, if that cannot be read, all that is known of it.
  enum WriteID: Hashable {
    case key(IdempotencyKey)
    case intent(JSONValue, at: StepPath)

    init(_ intent: JSONValue, at path: StepPath) {
      if let key = CommitIntent.key(of: intent) {
        self = .key(key)
      } else {
        self = .intent(intent, at: path)
      }
    }
  }

  /// The drafts of each step, the one that is offered next first.
  private(set) var drafts: [StepPath: [JSONValue]] = [:]
  /// The writes in the order in which the flow came to them; no two are the same.
  private(set) var commits: [Commit] = []
  /// How often a write was set aside.
  private(set) var commitsEver = 0

  init() {}

  /// What the entries of a journal have set aside, or some of them.
  ///
  /// Whether the flow comes to an entry again makes no difference: an answer used up the draft that it was
  /// given instead of, and a write was taken by the one that was begun with its key.
  ///
  /// - Parameters:
  ///   - entries: the entries of the journal.
  ///   - root: the root flow's id.
  ///   - counts: whether the entry at an index counts.
  init(
    _ entries: [JournalEntry], of root: FlowID, where counts: (Int) -> Bool = { _ in true }
  ) {
    var standing = StandingAnswers()
    var begun: Set<WriteID> = []
    for index in entries.indices where counts(index) {
      let entry = entries[index]
      switch entry.verb {
      case .answer:
        dropDraft(at: entries.stepPath(of: entry, below: root))
        standing.add(index)
      case .commit:
        let path = entries.stepPath(of: entry, below: root)
        let write = WriteID(entry.payload.json ?? .null, at: path)
        begun.insert(write)
        commits.removeAll { $0.write == write }
      case .aside:
        take(entry.payload.json ?? .null, of: root)
        // A write may have been come to before the line that tells that it was set aside was passed.
        if let last = commits.last, begun.contains(last.write) { commits.removeLast() }
      case .back, .jump:
        keep(
          standing.undo(entry, in: entries).map {
            (entries.stepPath(of: entries[$0], below: root), entries[$0].payload.json ?? .null)
          })
      default: break
      }
    }
  }

  private static func path(_ aside: JSONValue, of root: FlowID) -> StepPath? {
    guard case .array(let ids)? = aside["path"] else { return nil }
    return StepPath([root] + ids.compactMap { $0.string.map { StepID($0) } })
  }

  private mutating func take(_ aside: JSONValue, of root: FlowID) {
    if let commit = Self.commit(aside, of: root) {
      keepWrite(commit)
      commitsEver += 1
    } else if let value = aside["value"], let path = Self.path(aside, of: root) {
      if aside["instead"] == true { drafts[path] = nil }
      drafts[path, default: []].append(value)
    }
  }

  /// The write that an entry tells of; nil if it tells something else.
  private static func commit(_ aside: JSONValue, of root: FlowID) -> Commit? {
    guard aside["value"] == nil, let intent = aside["commit"],
      let path = Self.path(aside, of: root)
    else { return nil }
    let id = path.id ?? root
    let reply =
      aside["done"].map { JournalEntry(.done, id, in: .unknown, .json($0)) }
      ?? aside["fail"].map { JournalEntry(.fail, id, in: .unknown, .json($0)) }
    return Commit(path: path, intent: intent, reply: reply)
  }

  /// Keeps a write, in place of what was known of it before.
  private mutating func keepWrite(_ commit: Commit) {
    guard let index = commits.firstIndex(where: { $0.write == commit.write }) else {
      return commits.append(commit)
    }
    commits[index] = Commit(
      path: commit.path, intent: commit.intent, reply: commit.reply ?? commits[index].reply)
  }

  // MARK: - Ends that were told

  /// Tells that the outcome of a flow was told, though its end was set aside.
  static func ended(_ path: StepPath) -> JournalEntry {
    telling(path, ["ended": true])
  }

  /// The flow of which an entry tells that; nil if it tells something else.
  static func endedFlow(_ aside: JSONValue, of root: FlowID) -> StepPath? {
    aside["ended"] == true ? path(aside, of: root) : nil
  }

  /// Whether an entry tells that of a flow, and was not gone back from.
  static func tellsEnd(_ entry: JournalEntry, of root: FlowID) -> Bool {
    entry.verb == .aside && !entry.isUndone
      && endedFlow(entry.payload.json ?? .null, of: root) != nil
  }

  // MARK: - Drafts

  /// Keeps answers that were gone back from, before older drafts.
  mutating func keep(_ undone: [(path: StepPath, value: JSONValue)]) {
    var newer: [StepPath: [JSONValue]] = [:]
    for (path, value) in undone where value != .redactionMark {
      newer[path, default: []].append(value)
    }
    drafts.merge(newer) { older, newer in newer + older }
  }

  mutating func dropDraft(at path: StepPath) {
    guard var left = drafts[path], !left.isEmpty else { return }
    left.removeFirst()
    drafts[path] = left.isEmpty ? nil : left
  }

  // MARK: - Changed flows

  /// Takes in what a journal has and its flow does not come to: answers before older drafts of their
  /// steps, and writes where the journal has them.
  ///
  /// - Returns: the entries that tell it, behind those that are taken or were carried over.
  mutating func takeRest(of replay: ReplayCursor, below root: FlowID) -> [JournalEntry] {
    let left = replay.left
    let answers = left.answers.map { (path: StepPath([root] + $0.path), value: $0.value) }
    keep(answers)
    for (path, intent, reply) in left.commits {
      keepWrite(Commit(path: StepPath([root] + path), intent: intent, reply: reply))
    }
    order(by: replay.entries, of: root)
    let told = SetAside(replay.entries, of: root) { $0 < replay.cursor || replay.isTaken($0) }
    let commits = commits.filter { !told.commits.contains($0) }
    commitsEver = told.commitsEver + commits.count
    return draftsToTell(besides: told, answers.map { $0.path }) + commits.map { Self.telling($0) }
  }

  /// Whether entries have a write under a key, with any outcome or none.
  static func hasWrite(under key: IdempotencyKey, in entries: [JournalEntry]) -> Bool {
    entries.indices.contains { index in
      let intent: JSONValue? =
        switch entries[index].verb {
        case .commit: entries[index].payload.json
        case .aside: entries[index].payload.json?["commit"]
        default: nil
        }
      return intent.flatMap(CommitIntent.key(of:)) == key
    }
  }

  /// Orders the writes by where a journal has them first.
  private mutating func order(by entries: [JournalEntry], of root: FlowID) {
    guard commits.count > 1 else { return }
    var places: [WriteID: Int] = [:]
    for index in entries.indices {
      let entry = entries[index]
      let write: WriteID? =
        switch entry.verb {
        case .commit:
          WriteID(entry.payload.json ?? .null, at: entries.stepPath(of: entry, below: root))
        case .aside: Self.commit(entry.payload.json ?? .null, of: root)?.write
        default: nil
        }
      if let write, places[write] == nil { places[write] = index }
    }
    commits.sort { places[$0.write, default: .max] < places[$1.write, default: .max] }
  }

  /// The entries that tell the drafts that others do not.
  ///
  /// - Parameters:
  ///   - told: what other entries tell.
  ///   - first: paths of steps that are told before the rest, in order.
  private func draftsToTell(besides told: SetAside, _ first: [StepPath]) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var isTold: Set<StepPath> = []
    let rest = drafts.keys.sorted { $0.description < $1.description }
    for path in first + rest where isTold.insert(path).inserted {
      let (all, before) = (drafts[path] ?? [], told.drafts[path] ?? [])
      let goesOn = all.starts(with: before)
      for (index, value) in all.enumerated() where !goesOn || index >= before.count {
        var members = ["value": value]
        // What the others tell was used up meanwhile, or is older.
        if !goesOn, index == 0 { members["instead"] = true }
        entries.append(Self.telling(path, members))
      }
    }
    return entries
  }

  private static func telling(_ commit: Commit) -> JournalEntry {
    var members = ["commit": commit.intent]
    if let reply = commit.reply { members[reply.verb.rawValue] = reply.payload.json ?? .null }
    return telling(commit.path, members)
  }

  private static func telling(_ path: StepPath, _ members: [String: JSONValue]) -> JournalEntry {
    let ids = path.ids.dropFirst()
    var members = members
    members["path"] = .array(ids.map { .string($0.rawValue) })
    return JournalEntry(.aside, ids.last ?? path.ids[0], in: .unknown, .json(.object(members)))
  }

  /// Reads the drafts once more: a migration has renamed or changed what the journal has of them.
  mutating func migrated(_ entries: [JournalEntry], of root: FlowID) {
    drafts = SetAside(entries, of: root).drafts
  }

  /// Takes the first write that was recorded at a path before the flow changed.
  mutating func takeCommit(at path: StepPath) -> Commit? {
    guard let index = commits.firstIndex(where: { $0.path == path }) else { return nil }
    return commits.remove(at: index)
  }
}
