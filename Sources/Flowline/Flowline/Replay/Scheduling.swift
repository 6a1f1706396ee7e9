/// Children at once in a replay, and replies among them: each takes what is recorded for it when
/// that is next, so that all comes in the order it came in.
struct Scheduling: SharedAtFirst {
  static let unchanged = CopyOnWriteBox(Scheduling())

  /// Whether replies reach children at once only when they are handed out: a script tells the order.
  var isOrdered = false
  /// The loads that may reply, each by its step; nil for all.
  ///
  /// A script tells which were given up.
  var loadsAllowed: [StepID]?
  /// What effects of children at once have replied, in the order they did, and verdicts of checks.
  var replies: [Reply] = []
  /// Checks whose verdict may reach its question.
  var verdicts: [Effect] = []
  /// The presentations of children at once that were offered what was given beforehand.
  var offered: Set<Int> = []
  /// Branches that wait for a turn, by what they want; past ones among them.
  private(set) var waiting: [Want.Key: WaitQueue] = [:]
  /// How many branches may be waiting for a turn.
  private(set) var waitingCount = 0
  /// The branches whose turn it is, with the index of the entry that is next; -1 if there is none.
  private var turned: [BranchID: Int] = [:]

  struct Reply: Hashable {
    enum Kind: Hashable {
      case effect(EffectReply)
      case verdict
    }

    let effect: Effect
    let reply: Kind
  }

  /// Branches that want the same, the first first.
  struct WaitQueue: Hashable {
    var waits: [WaitID] = []
    var first = 0
  }

  /// Whether there is nothing to hand out.
  var isIdle: Bool { replies.isEmpty && verdicts.isEmpty && waitingCount == 0 }

  mutating func reset() {
    let (isOrdered, loadsAllowed) = (isOrdered, loadsAllowed)
    self = Scheduling()
    (self.isOrdered, self.loadsAllowed) = (isOrdered, loadsAllowed)
  }

  /// Takes the leave of a load to reply.
  ///
  /// Returns false if it has none.
  mutating func allowsLoad(_ step: StepID) -> Bool {
    guard let index = loadsAllowed?.firstIndex(of: step) else { return loadsAllowed == nil }
    loadsAllowed?.remove(at: index)
    return true
  }

  /// No children at once run any more.
  mutating func forksEnded() {
    (waiting, waitingCount, turned, offered) = ([:], 0, [:], [])
  }

  func hasTurn(_ branch: BranchID) -> Bool { turned[branch] != nil }

  mutating func give(_ branch: BranchID, _ entry: Int?) { turned[branch] = entry ?? -1 }

  mutating func takeTurn(of branch: BranchID) -> Int? {
    turned.isEmpty ? nil : turned.removeValue(forKey: branch)
  }

  mutating func wait(_ want: Want) {
    waiting[want.key, default: WaitQueue()].waits.append(want.wait)
    waitingCount += 1
  }

  mutating func noneWaits() { waitingCount = 0 }

  /// Takes the first that wants something and is meant; past ones are dropped.
  mutating func take(
    _ key: Want.Key, isPast: (WaitID) -> Bool, where isMeant: (WaitID) -> Bool
  ) -> WaitID? {
    guard var queue = waiting[key] else { return nil }
    while queue.first < queue.waits.count, isPast(queue.waits[queue.first]) { queue.first += 1 }
    var found: WaitID?
    if queue.first < queue.waits.count, isMeant(queue.waits[queue.first]) {
      found = queue.waits[queue.first]
      queue.first += 1
    } else if let index = queue.waits[queue.first...].firstIndex(where: {
      !isPast($0) && isMeant($0)
    }) {
      found = queue.waits.remove(at: index)
    }
    waiting[key] = queue.first == queue.waits.count ? nil : queue
    return found
  }
}
