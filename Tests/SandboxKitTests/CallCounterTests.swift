import FoundationEssentials
import SandboxKit
import ServiceBasics
import Synchronization
import Testing

/// Who may call how often.
struct CallCounterTests {
  private let limits = [CallLimit(3, per: 60), CallLimit(5, per: 3600)]

  private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_795_176_000_000 + seconds * 1000)
  }

  @Test func `counts begin anew with each full minute and hour, for each caller`() {
    let clock = SandboxClock(standingAt: time(50).date, uptime: { .zero })
    let counter = CallCounter(by: clock)
    for _ in 0..<3 { #expect(counter.exceeded(by: "ada", limits) == nil) }
    clock.stand(at: time(59))
    #expect(counter.exceeded(by: "ada", limits) == limits[0])
    #expect(counter.exceeded(by: "bob", limits) == nil)
    clock.advance(milliseconds: 1000)
    // What was refused was not counted: two are left of the hour.
    for _ in 0..<2 { #expect(counter.exceeded(by: "ada", limits) == nil) }
    #expect(counter.exceeded(by: "ada", limits) == limits[1])
    clock.stand(at: time(3600))
    #expect(counter.exceeded(by: "ada", limits) == nil)
  }

  @Test(arguments: [0, 1, 2])
  func `a limit ends with its minute, though the clock is stopped and set to the same time again`(
    settings: Int
  ) {
    let uptime = Mutex(Duration.seconds(7))
    let clock = SandboxClock(standingAt: time(0).date, uptime: { uptime.withLock { $0 } })
    let counter = CallCounter(by: clock)
    for _ in 0..<3 { #expect(counter.exceeded(by: "ada", limits) == nil) }
    for seconds in 0..<60 {
      uptime.withLock { $0 = .seconds(7 + seconds) }
      for _ in 0..<settings { clock.stand(at: time(0)) }
      #expect(counter.exceeded(by: "ada", limits) == limits[0])
    }
    uptime.withLock { $0 = .seconds(67) }
    #expect(counter.exceeded(by: "ada", limits) == nil)
    #expect(clock.now == time(0))
  }

  @Test func `the time that passes moves forward with the clock, and is not set back with it`() {
    let clock = SandboxClock(standingAt: time(0).date, uptime: { .seconds(5) })
    #expect(clock.passedMilliseconds == time(0).milliseconds)
    clock.advance(milliseconds: 60_000)
    clock.advance(milliseconds: -90_000)
    #expect(clock.now == time(-30))
    #expect(clock.passedMilliseconds == time(60).milliseconds)
    clock.stand(at: time(0))
    #expect(clock.passedMilliseconds == time(90).milliseconds)
  }
}
