import TestSupport
import Testing

@testable import FlowlineHost

/// Turns are taken in the order in which tasks come, one at a time.
struct TurnsTests {
  @Test func `nobody is in the middle of another's turn`() async {
    let turns = Turns()
    let inside = Shared(0)
    let done = Shared(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await turns.run {
            inside.change { $0 += 1 }
            await Task.yield()
            #expect(inside.value == 1)
            inside.change { $0 -= 1 }
            done.change { $0 += 1 }
          }
        }
      }
    }
    #expect(done.value == 200)
  }

  @Test func `who comes first is first`() async {
    let turns = Turns()
    let (began, gate) = (Gate<Void>(), Gate<Void>())
    let order = Shared<[Int]>([])
    let first = Task {
      await turns.run {
        began.open()
        await gate.wait()
      }
    }
    await began.wait()
    var others: [Task<Void, Never>] = []
    // More than what had its turn is kept for.
    for number in 0..<200 {
      let before = turns.waiting
      others.append(Task { await turns.run { order.change { $0.append(number) } } })
      while turns.waiting == before { await Task.yield() }
    }
    gate.open()
    await first.value
    for other in others { await other.value }
    #expect(order.value == Array(0..<200))
    #expect(turns.waiting == 0)
  }
}
