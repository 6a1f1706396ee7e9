import ServiceBasics
import Testing

struct LoopbackTests {
  @Test(arguments: [
    "localhost", "LocalHost", "::1", "[::1]", "127.0.0.1", "127.1.2.3", "127.255.255.255",
  ])
  func `names of this machine are loopback`(host: String) {
    #expect(Loopback.contains(host))
  }

  @Test(arguments: [
    "", "0127.0.0.1", "127.1", "2130706433", "127.0.0.1.", ".127.0.0.1", "127.0.0.01",
    "127.0.0.256", "127.+0.0.1", "127.0.0.-1", "127.0..1", "127.0.0", "127.0.0.0.1", "128.0.0.1",
    "0x7f.0.0.1", "127.0.0.1 ", "127.0.0.1:80", "127.0.0.1.example.org", "localhost.",
    "localhost.example.org", "10.0.0.1", "::2", "[::1", "::ffff:127.0.0.1", "१२७.0.0.1",
    "127.0.0.१",
  ])
  func `everything else is not, however it may resolve`(host: String) {
    #expect(!Loopback.contains(host))
  }
}
