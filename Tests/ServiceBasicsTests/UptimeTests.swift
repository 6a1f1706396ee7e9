import ServiceBasics
import Testing

@Suite struct UptimeTests {
  @Test(arguments: [
    (Uptime(boot: "a", milliseconds: 1_000), Uptime(boot: "a", milliseconds: 61_000), 60_000),
    // Between two starts of the machine at least the time has passed that it has been running.
    (Uptime(boot: "a", milliseconds: 90_000), Uptime(boot: "b", milliseconds: 5_000), 5_000),
    (Uptime(boot: "a", milliseconds: 9_000), Uptime(boot: "a", milliseconds: 5_000), 0),
  ])
  func `the time that has passed is counted from the same start, or from the last`(
    earlier: Uptime, later: Uptime, milliseconds: Int
  ) {
    #expect(later.elapsed(since: earlier) == .milliseconds(milliseconds))
  }

  @Test func `the machine's own clock goes on, and knows its start`() {
    let first = Uptime.now()
    let second = Uptime.now()
    #expect(first.boot == second.boot && !first.boot.isEmpty)
    #expect(second.milliseconds >= first.milliseconds && first.milliseconds > 0)
  }
}
