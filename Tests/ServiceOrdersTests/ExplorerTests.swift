import ServiceOrders
import TestSupport
import Testing

/// All orders of events, up to a depth: of two machines that move the same week's round-up, and of one
/// that makes something where doing it twice makes two.
///
/// `FLOWLINE_DEPTH` is the depth.
@Suite struct OrderExplorerTests {
  private static let depth = number("FLOWLINE_DEPTH", or: 7)

  /// Walks all orders of events.
  ///
  /// Returns how many states and transitions there were, or what is wrong.
  private func explore<World: Hashable, Event>(
    from start: World, _ events: (World) -> [Event],
    _ happen: (inout World, Event) -> String?
  ) throws -> (states: Int, transitions: Int) {
    var level: Set = [start]
    var seen = level
    var transitions = 0
    for _ in 0..<Self.depth {
      var next: Set<World> = []
      for world in level {
        for event in events(world) {
          var after = world
          transitions += 1
          if let fault = happen(&after, event) {
            throw Fault(description: "\(fault) after \(event) in \(world)")
          }
          if seen.insert(after).inserted { next.insert(after) }
        }
      }
      level = next
    }
    return (seen.count, transitions)
  }

  private struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  @Test(arguments: [false, true], [[1, 1], [1, 2]])
  func `no money moves twice, and every sentence is true`(
    asksForMoneyFirst: Bool, gives: [Int]
  ) throws {
    let found = try explore(
      from: TransferWorld(gives: gives, asksForMoneyFirst: asksForMoneyFirst), \.events
    ) { world, event in
      let sentence = world.happen(event)
      return world.fault(saying: sentence)
    }
    print(
      "orders: payments give \(gives), money first: \(asksForMoneyFirst), depth \(Self.depth):",
      "\(found.states) states, \(found.transitions) transitions")
    #expect(found.transitions > 1000)
  }

  @Test func `nothing is made twice without a key, if requests end and lists are not late`() throws
  {
    let found = try explore(from: CreationWorld(), \.events) { world, event in
      let sentence = world.happen(event)
      return world.fault(saying: sentence)
    }
    print(
      "orders without a key, depth \(Self.depth):",
      "\(found.states) states, \(found.transitions) transitions")
    #expect(found.transitions > 100)
  }
}

extension TransferWorld {
  /// What is not as it must be.
  func fault(saying sentence: Sentence?) -> String? {
    let total = moved.values.reduce(0) { $0 + $1.amount }
    guard total <= TransferWorld.sum(payments, gives) else { return "money moved twice" }
    switch sentence {
    case .moved(let order)?:
      return moved[order.number]?.amount == order.amount(gives) ? nil : "it was not moved"
    case .alreadyMoved(let orders)?:
      return orders.allSatisfy { moved[$0.number]?.amount == $0.amount(gives) }
        ? nil : "it was not moved before"
    case .notMoved(let order)?:
      if moved.values.contains(where: { $0.order == order.id }) { return "it was moved" }
      return underWay.contains(where: { $0.order == order.id && mayBeTaken($0) })
        ? "it may be moved yet" : nil
    case .unanswered(let order)?, .notKnown(let order)?:
      return order.progress.state == .inDoubt ? nil : "it is known"
    case nil: return nil
    }
  }

  /// Whether a request that arrives later may be carried out.
  private func mayBeTaken(_ request: Request) -> Bool { moved[request.number] == nil }
}
