import ServiceBasics
import Testing

struct RecentlyUsedTests {
  private struct Failed: Error {}

  @Test func `a value is made once and found from then on`() {
    let values = RecentlyUsed<Int>(limit: 2)
    #expect(values.find("a") { 1 } == 1)
    #expect(values.find("a") { 2 } == 1)
  }

  @Test func `what failed is made the next time`() {
    let values = RecentlyUsed<Int>(limit: 2)
    #expect(throws: Failed.self) { try values.find("a") { throw Failed() } }
    #expect(values.known("a") == nil)
    #expect(values.find("a") { 2 } == 2)
  }

  @Test func `a look makes nothing`() {
    let values = RecentlyUsed<Int>(limit: 1)
    #expect(values.known("a") == nil)
    #expect(values.find("b") { 1 } == 1)
    #expect(values.known("a") == nil)
    #expect(values.known("b") == 1)
  }

  @Test func `the one that was used longest ago is dropped, and a look is a use`() {
    let values = RecentlyUsed<Int>(limit: 2)
    for (name, number) in [("a", 1), ("b", 2)] { #expect(values.find(name) { number } == number) }
    #expect(values.known("a") == 1)
    #expect(values.find("c") { 3 } == 3)
    #expect(values.known("b") == nil)
    #expect(values.known("a") == 1)
    // A look at one that is not there makes room for none.
    #expect(values.known("d") == nil)
    #expect(values.find("d") { 4 } == 4)
    #expect(values.known("c") == nil)
    #expect(values.known("a") == 1)
  }
}
