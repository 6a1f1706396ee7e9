import ServiceOrders

/// A provider that knows no keys, and one order to make something there: doing it twice makes two.
///
/// What is made shows in the provider's list at once. A request that is under way has arrived, or is
/// lost, when it has settled.
struct CreationWorld: Hashable {
  /// Who has made a thing.
  enum Maker: Hashable {
    case order, somebodyElse
  }

  enum Event: Hashable {
    /// The owner has the order carried out, or asks for it again.
    case began
    /// Signs of it are looked for, as `OrderProgress` wants it, and what it says then is done.
    case looked
    case sent(TransferWorld.Way)
    /// A request that was taken for lost arrives.
    case arrived
    /// So much time has passed that no request is under way any more.
    case settled
    /// Somebody else makes the same.
    case madeByHand
    /// The process ends, or the owner leaves.
    case left
    case gaveUp
    /// Something else of the same kind is ordered.
    case somethingElse
  }

  /// What the owner reads.
  enum Sentence: Hashable {
    case made, notMade, notKnown
  }

  var things: [Maker] = []
  /// Requests that may arrive yet.
  var underWay = 0
  private(set) var progress = OrderProgress(.doubles)
  private var isAtIt = false
  private var maySend = false
  /// The list before the order was sent.
  private var before: Int?
  private var handMade = 0

  var isOver: Bool { [.done, .refused, .givenUp].contains(progress.state) }

  var events: [Event] {
    var events: [Event] = []
    if underWay > 0 { events += [.arrived, .settled] }
    if handMade == 0 { events.append(.madeByHand) }
    guard !isOver else { return events }
    events.append(.somethingElse)
    if progress.isOpen { events.append(.gaveUp) }
    guard isAtIt else { return events + [.began] }
    events.append(.left)
    switch progress.next(for: .owner) {
    case .send: events += TransferWorld.Way.allCases.map { .sent($0) }
    case .look: events += maySend ? TransferWorld.Way.allCases.map { .sent($0) } : [.looked]
    case .wait, .none: break
    }
    return events
  }

  mutating func happen(_ event: Event) -> Sentence? {
    switch event {
    case .began:
      isAtIt = true
      if before == nil { before = things.count }
    case .looked: return look(for: .owner)
    case .sent(let way): return send(way)
    case .arrived:
      underWay -= 1
      things.append(.order)
    case .settled: underWay = 0
    case .madeByHand:
      handMade += 1
      things.append(.somebodyElse)
    case .left: leave()
    case .gaveUp:
      if progress.giveUp() { leave() }
    case .somethingElse:
      guard !isAtIt, progress.next(for: .other) == .look else { return nil }
      return look(for: .other)
    }
    return nil
  }

  private mutating func look(for asker: OrderProgress.Asker) -> Sentence? {
    let new = things.count - (before ?? 0)
    if new == 1 {
      progress.wasFound()
      isAtIt = false
      return .made
    }
    guard new == 0 else { return .notKnown }
    maySend = progress.afterLooking(for: asker, hasSettled: underWay == 0) == .send
    return maySend ? nil : .notKnown
  }

  private mutating func send(_ way: TransferWorld.Way) -> Sentence? {
    maySend = false
    progress.willBeSent()
    switch way {
    case .answered:
      things.append(.order)
      progress.ended(with: .done)
    case .answerLost, .diedAfter: things.append(.order)
    case .delayed: underWay += 1
    case .notSent: progress.ended(with: .notSent)
    case .diedBefore: break
    }
    switch way {
    case .answerLost, .delayed: progress.ended(with: .none)
    case .diedBefore, .diedAfter:
      leave()
      return nil
    case .answered, .notSent: break
    }
    switch progress.state {
    case .done:
      isAtIt = false
      return .made
    case .made:
      leave()
      return .notMade
    default: return .notKnown
    }
  }

  private mutating func leave() {
    progress = OrderProgress(restoring: progress.state, .doubles)
    isAtIt = false
    maySend = false
    if progress.state == .made { before = nil }
  }
}

extension CreationWorld {
  /// What is not as it must be.
  func fault(saying sentence: Sentence?) -> String? {
    let made = things.count { $0 == .order }
    if made + underWay > 1, progress.state != .givenUp { return "it may be made twice" }
    if made > 1 { return "it was made twice" }
    switch sentence {
    case .made?: return things.isEmpty ? "it was not made" : nil
    case .notMade?: return made + underWay > 0 ? "it was made, or may be yet" : nil
    case .notKnown?, nil: return nil
    }
  }
}
