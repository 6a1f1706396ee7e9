import SandboxKit
import Testing

struct HostRuleTests {
  @Test(arguments: [
    "127.0.0.1:8080", "127.9.9.9:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080",
  ])
  func `takes this computer's names with the port`(authority: String) {
    #expect(HostRule(listeningAt: "127.0.0.1").allows(authority, port: 8080))
  }

  @Test(arguments: [
    "", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:80", "127.0.0.1:08080x", "127.0.0.1:+8080",
    "0127.0.0.1:8080", "127.1:8080", "2130706433:8080", "evil.example:8080",
    "127.0.0.1.evil.example:8080", "localhost.:8080", "127.0.0.1:8080:8080", "u@127.0.0.1:8080",
    "[::1]", "[::1:8080", "[::1]8080", "::1:8080", "[::2]:8080", "192.168.0.1:8080",
    "0.0.0.0:8080", "127.0.0.1 :8080", "localhost:8080, evil.example",
  ])
  func `takes nothing else`(authority: String) {
    #expect(!HostRule(listeningAt: "127.0.0.1").allows(authority, port: 8080))
  }

  @Test func `takes the address to listen at, and names that are allowed besides`() {
    let rule = HostRule(listeningAt: "192.168.0.1", names: ["Sandbox.test"])
    #expect(rule.allows("192.168.0.1:8080", port: 8080))
    #expect(rule.allows("sandbox.test:8080", port: 8080))
    #expect(rule.allows("sandbox.test", port: 80))
    #expect(!rule.allows("192.168.0.2:8080", port: 8080))
    #expect(!rule.allows("sandbox.test:80", port: 8080))
  }

  /// An address of its own was asked of no name service, so that no name stands for it.
  @Test(arguments: ["0.0.0.0", "::"])
  func `takes every address, and no name, if it listens at all of them`(host: String) {
    let rule = HostRule(listeningAt: host)
    for address in ["192.168.0.1:8080", "[fe80::1]:8080", "127.0.0.1:8080", "localhost:8080"] {
      #expect(rule.allows(address, port: 8080))
    }
    for name in ["evil.example:8080", "1.2.3:8080", "1.2.3.04:8080", "[evil]:8080", "a:b:8080"] {
      #expect(!rule.allows(name, port: 8080))
    }
  }
}
