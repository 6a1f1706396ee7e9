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
  }

  private(set) var drafts: [StepPath: [JSONValue]] = [:]
  private(set) var commits: [Commit] = []
  /// How many writes were ever set aside: their keys' numbers are not used again.
  private(set) var commitsEver = 0

  init() {}

  /// What the entries of a journal have set aside, or some of them.
  ///
  /// - Parameters:
  ///   - entries: the entries of the journal.
  ///   - root: the root flow's id.
  ///   - range: which of the entries count; nil for all.
  ///   - left: indices of entries that the flow has not come to.
  init(
    _ entries: [JournalEntry], of root: FlowID, in range: Range<Int>? = nil,
    without left: [Int] = []
  ) {
    var standing = StandingAnswers()
    let left = Set(left)
    for index in range ?? entries.indices where !left.contains(index) {
      let entry = entries[index]
      switch entry.verb {
      case .answer:
        dropDraft(at: entries.stepPath(of: entry, below: root))
        standing.add(index)
      case .commit: _ = takeCommit(at: entries.stepPath(of: entry, below: root))
      case .aside: take(entry.payload.json ?? .null, of: root)
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
    guard let path = Self.path(aside, of: root) else { return }
    if let value = aside["value"] {
      drafts[path, default: []].append(value)
    } else if let intent = aside["commit"] {
      let id = path.ids.last ?? root
      let reply =
        aside["done"].map { JournalEntry(.done, id, in: .unknown, .json($0)) }
        ?? aside["fail"].map { JournalEntry(.fail, id, in: .unknown, .json($0)) }
      commits.append(Commit(path: path, intent: intent, reply: reply))
      commitsEver += 1
    }
  }

  // MARK: - Ends that were told

  /// Tells that the outcome of a flow was told, though its end was set aside.
  static func ended(_ path: StepPath) -> JournalEntry {
    let ids = path.ids.dropFirst()
    let members: [String: JSONValue] = [
      "path": .array(ids.map { .string($0.rawValue) }), "ended": true,
    ]
    return JournalEntry(.aside, ids.last ?? path.ids[0], in: .unknown, .json(.object(members)))
  }

  /// The flow of which an entry tells that; nil if it tells something else.
  static func endedFlow(_ aside: JSONValue, of root: FlowID) -> StepPath? {
    aside["ended"] == true ? path(aside, of: root) : nil
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

  /// Takes in what a journal has and its flow does not come to, and returns the entries that tell it.
  mutating func take(_ left: ReplayCursor.Left, of root: FlowID) -> [JournalEntry] {
    var told: [JournalEntry] = []
    func aside(_ path: [StepID], _ members: [String: JSONValue]) {
      var members = members
      members["path"] = .array(path.map { .string($0.rawValue) })
      told.append(JournalEntry(.aside, path.last ?? root, in: .unknown, .json(.object(members))))
    }
    for (path, value) in left.answers where value != .redactionMark {
      aside(path, ["value": value])
    }
    for (path, intent, reply) in left.commits {
      var members = ["commit": intent]
      if let reply { members[reply.verb.rawValue] = reply.payload.json ?? .null }
      aside(path, members)
    }
    for entry in told { take(entry.payload.json ?? .null, of: root) }
    return told
  }

  /// All of it, before what is left of a replay.
  func left(before left: ReplayCursor.Left) -> ReplayCursor.Left {
    var all = left
    let paths = drafts.keys.sorted { $0.description < $1.description }
    all.answers.insert(
      contentsOf: paths.flatMap { path in
        (drafts[path] ?? []).map { (Array(path.ids.dropFirst()), $0) }
      }, at: 0)
    all.commits.insert(
      contentsOf: commits.map { (Array($0.path.ids.dropFirst()), $0.intent, $0.reply) }, at: 0)
    return all
  }

  /// Takes a write that was recorded at a path before the flow changed.
  mutating func takeCommit(at path: StepPath) -> Commit? {
    guard let index = commits.firstIndex(where: { $0.path == path }) else { return nil }
    return commits.remove(at: index)
  }
}
