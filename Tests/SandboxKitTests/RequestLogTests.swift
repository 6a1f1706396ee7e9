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

  @Test(arguments: [
    ("/token?client_id=a&client_secret=sesame", "/token?client_id=a&client_secret=[redacted]"),
    ("/x?code=sesame&state=s", "/x?code=[redacted]&state=s"),
    ("/x?refresh%5Ftoken=sesame&&b", "/x?refresh%5Ftoken=[redacted]&&b"),
    ("/x?Password=sesame=sesame", "/x?Password=[redacted]"),
    ("/x?view=code&page=2", "/x?view=code&page=2"), ("/code=1", "/code=1"), ("/x?", "/x?"),
  ])
  func `secrets in a query are not remembered`(target: String, path: String) {
    let log = RequestLog()
    _ = log.add(method: "GET", target: target, fault: nil)
    #expect(log.entries.map(\.path) == [path])
  }
}
