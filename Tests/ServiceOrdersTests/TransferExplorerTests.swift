import ServiceOrders
import Testing

/// All orders of events, up to a depth, of two machines that move the same week's round-up.
@Suite struct TransferExplorerTests {
  @Test(arguments: [false, true], [[1, 1], [1, 2]])
  func `no money moves twice, and every sentence is true`(
    asksForMoneyFirst: Bool, gives: [Int]
  ) throws {
    let depth = number("FLOWLINE_DEPTH", or: 7)
    var level: Set<TransferWorld> = [
      TransferWorld(gives: gives, asksForMoneyFirst: asksForMoneyFirst)
    ]
    var seen = level
    var transitions = 0
    for _ in 0..<depth {
      var next: Set<TransferWorld> = []
      for world in level {
        for event in world.events {
          var after = world
          let sentence = after.happen(event)
          transitions += 1
          if let fault = after.fault(saying: sentence) {
            Issue.record("\(fault) after \(event) in \(world)")
            return
          }
          if seen.insert(after).inserted { next.insert(after) }
        }
      }
      level = next
    }
    print(
      "orders: \(gives), money first: \(asksForMoneyFirst), depth \(depth):",
      "\(seen.count) states, \(transitions) transitions")
    #expect(transitions > 1000)
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
