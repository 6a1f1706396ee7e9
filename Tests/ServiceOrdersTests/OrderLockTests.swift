import ServiceBasics
import ServiceOrders
import TestSupport
import Testing

/// Orders of one scope exclude each other, also in a book that only one process has.
struct OrderLockTests {
  /// A wait for others that ends only when its task is cancelled.
  private static let patient = Timing(expire: { [endless = Expiries()] _ in
    try await endless.expire()
  })

  private func desk(_ book: OrderBook, timing: Timing = patient) -> OrderDesk {
    let clock = OrderClock(
      now: { Timestamp(milliseconds: 0) }, uptime: { Uptime(boot: "boot", milliseconds: 0) },
      settlingTime: .zero)
    return OrderDesk(book, clock, longestWait: .seconds(1), timing: timing)
  }

  @Test func `orders of a scope take turns in a book in memory`() async throws {
    let desk = desk(try OrderBook.inMemory())
    let inside = Inside()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let lock = try await desk.lock("account")
          inside.enter()
          for _ in 0..<5 { await Task.yield() }
          inside.leave()
          await lock.release()
          await lock.release()
        }
      }
      try await group.waitForAll()
    }
    #expect(inside.counts == [0, 1, 20])
  }

  @Test func `another scope, or another book, is not waited for`() async throws {
    let desk = desk(try OrderBook.inMemory())
    let first = try await desk.lock("account")
    let second = try await desk.lock("goal")
    let other = try await self.desk(try OrderBook.inMemory()).lock("account")
    for lock in [first, second, other] { await lock.release() }
  }

  @Test func `an order that waited too long fails, as another is under way`() async throws {
    let desk = desk(try OrderBook.inMemory(), timing: Timing(expire: { _ in }))
    let first = try await desk.lock("account")
    let error = await #expect(throws: OrderDeskError.self) { try await desk.lock("account") }
    guard case .underWay? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await first.release()
    let next = try await desk.lock("account")
    await next.release()
  }

  @Test func `a wait that is cancelled ends, and blocks nobody`() async throws {
    let desk = desk(try OrderBook.inMemory())
    let first = try await desk.lock("account")
    let waiting = Task { _ = try await desk.lock("account") }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await first.release()
    let next = try await desk.lock("account")
    await next.release()
  }
}
