import Testing

@testable import SandboxKit

struct RequestLogTests {
  @Test func `remembers the latest ten thousand requests`() throws {
    let log = RequestLog()
    for number in 1...25_000 {
      let added = log.add(method: "GET", target: "/", fault: nil)
      #expect(added == number)
      log.answered(added, status: 200)
    }
    log.answered(1, status: 500)
    #expect(log.entries.count <= 10_000)
    #expect(log.entries.last?.number == 25_000)
    #expect(log.entries.allSatisfy { $0.status == 200 })
  }
}
