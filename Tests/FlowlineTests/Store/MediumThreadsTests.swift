import Dispatch
import Flowline
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// Which thread does what on threads that may wait.
struct MediumThreadsTests {
  @Test func `what one of them does is done in place, and for others by one of them`() async {
    let threads = MediumThreads(running: 2)
    #expect(!threads.isOneHere)
    let isOne = await threads.run { threads.isOneHere }
    #expect(isOne)
    #expect(!threads.isOneHere)
    for isShort in [true, false] {
      let isSame = await withTaskExecutorPreference(threads) {
        let here = ThreadID.current
        return await threads.run(short: isShort) { ThreadID.current == here }
      }
      #expect(isSame)
    }
  }

  @Test func `what is thrown there reaches the caller`() async {
    struct Fault: Error {}
    let threads = MediumThreads(running: 1)
    await #expect(throws: Fault.self) { try await threads.run { throw Fault() } }
    await withTaskExecutorPreference(threads) {
      _ = await #expect(throws: Fault.self) { try await threads.run { throw Fault() } }
    }
    // The one that threw runs again.
    #expect(await threads.run { true })
  }

  @Test(arguments: [true, false])
  func `those that wait do not count, from wherever they are asked`(isOneOfThem: Bool) async {
    let threads = MediumThreads(running: 1)
    let gate = DispatchSemaphore(value: 0)
    let isOpened = await withTaskExecutorPreference(isOneOfThem ? threads : nil) {
      async let waiting = threads.run { gate.wait(timeout: .now() + 120) == .success }
      async let opening: Void = threads.run { _ = gate.signal() }
      await opening
      return await waiting
    }
    #expect(isOpened)
  }

  @Test(arguments: [1, 2])
  func `no more run than may, and all is done`(limit: Int) async {
    let threads = MediumThreads(running: limit)
    let running = Running()
    await withTaskExecutorPreference(threads) {
      await withTaskGroup { group in
        for _ in 0..<2_000 {
          group.addTask {
            running.counts.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            running.counts.withLock { ($0.now, $0.done) = ($0.now - 1, $0.done + 1) }
          }
        }
      }
    }
    let counts = running.counts.withLock { $0 }
    #expect(counts.most <= limit)
    #expect(counts.done == 2_000)
  }

  private final class Running: Sendable {
    let counts = Mutex((now: 0, most: 0, done: 0))
  }

  @Test func `all is done that waits by turns`() async {
    let threads = MediumThreads(running: 2)
    let count = await withTaskExecutorPreference(threads) {
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<500 {
          group.addTask {
            var sum = 0
            for turn in 0..<5 {
              sum += await threads.run(short: (number + turn).isMultiple(of: 3)) { 1 }
              await Task.yield()
            }
            return sum
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(count == 2_500)
  }
}
