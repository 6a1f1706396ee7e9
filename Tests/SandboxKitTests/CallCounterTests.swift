import SandboxKit
import ServiceBasics
import Testing

/// Who may call how often.
struct CallCounterTests {
  private let limits = [CallLimit(3, per: 60), CallLimit(5, per: 3600)]

  private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_795_176_000_000 + seconds * 1000)
  }

  @Test func `counts begin anew with each full minute and hour, for each caller`() {
    let counter = CallCounter()
    for _ in 0..<3 { #expect(counter.exceeded(by: "ada", limits, at: time(50)) == nil) }
    #expect(counter.exceeded(by: "ada", limits, at: time(59)) == limits[0])
    #expect(counter.exceeded(by: "bob", limits, at: time(59)) == nil)
    // What was refused was not counted: two are left of the hour.
    for _ in 0..<2 { #expect(counter.exceeded(by: "ada", limits, at: time(60)) == nil) }
    #expect(counter.exceeded(by: "ada", limits, at: time(60)) == limits[1])
    #expect(counter.exceeded(by: "ada", limits, at: time(3600)) == nil)
  }

  @Test(arguments: [(0, 60), (1, 59), (59, 1), (60, 60)])
  func `the rest of a minute is at least a second`(passed: Int64, left: Int) {
    #expect(limits[0].secondsLeft(at: time(passed)) == left)
  }
}
