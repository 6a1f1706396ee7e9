import Flowline
import Foundation
import Synchronization
import Testing

@testable import FlowlineProgram

/// What is printed while a program looks again and again.
struct WatchingTests {
  private struct Unreachable: Error {
    let what: String
  }

  private struct Enough: Error {}

  /// Sleeps for no time, so many times.
  private final class Clock: FlowClock {
    let now = Date(timeIntervalSince1970: 1_795_176_000)
    let pauses = Mutex<[Double]>([])
    let most: Int

    init(most: Int) { self.most = most }

    func sleep(until moment: Date) async throws {
      let count = pauses.withLock { pauses in
        pauses.append(moment.timeIntervalSince(now))
        return pauses.count
      }
      if count >= most { throw Enough() }
    }
  }

  @Test func `a line for each look that finds something, and each cause once until a look works`()
    async throws
  {
    let looks: [Result<Text?, Unreachable>] = [
      .success("fifteen"), .success(nil), .failure(Unreachable(what: "the network")),
      .failure(Unreachable(what: "the network")), .failure(Unreachable(what: "the log-in")),
      .success(nil), .failure(Unreachable(what: "the log-in")), .success("one"),
    ]
    let left = Mutex(looks[...])
    let told = Mutex<[String]>([])
    let clock = Clock(most: looks.count)
    let watch = ProgramWatch(pausing: .seconds(60)) {
      try left.withLock { $0.popFirst() }?.get()
    }
    let watching = Watching(
      watch: watch, pause: .seconds(300), clock: clock,
      tell: { text in told.withLock { $0.append("\(text)") } },
      complain: { problem in told.withLock { $0.append("! \(problem)") } },
      cause: { ($0 as? Unreachable)?.what ?? "\($0)" })
    await #expect(throws: Enough.self) { try await watching.run() }
    let lines = told.withLock { $0 }
    #expect(lines.count == 5)
    #expect(lines.first?.contains("fifteen") ?? false)
    #expect(lines.last?.contains("one") ?? false)
    #expect(lines.dropFirst().dropLast() == ["! the network", "! the log-in", "! the log-in"])
    #expect(clock.pauses.withLock { $0 } == Array(repeating: 300, count: looks.count))
  }

  @Test func `what cannot be printed ends it`() async {
    let watching = Watching(
      watch: ProgramWatch(pausing: .zero) { "something" }, pause: .zero, clock: Clock(most: 9),
      tell: { _ in throw Unreachable(what: "the output") },
      complain: { _ in Issue.record("it is no look that failed") }, cause: { "\($0)" })
    await #expect(throws: Unreachable.self) { try await watching.run() }
  }
}
