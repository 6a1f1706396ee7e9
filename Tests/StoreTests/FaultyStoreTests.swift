import FlowlineTesting
import Synchronization
import Testing

/// The suite finds what is wrong with a store, and says what.
struct FaultyStoreTests {
  @Test(
    arguments: [
      (.unlocked, "opening it in the same store was done; it was to fail with in-use"),
      (.forgetful, "keeps lines that need not be durable in their order"),
      (.destructive, "set aside was []"),
      (.unordered, "the order of their making differs"),
      (.unlimited, "at most 0 of them"),
      (.clinging, "is in use"),
      (.overwriting, "beginning it again was done; it was to fail with exists"),
      (.uncut, "rule 18: is resumed after a last line that was cut off"),
      (.keeping, "opening it was done; it was to fail with not-found"),
      (.obliging, "opening was done; it was to fail with not-found"),
      (.stuck, "begins a session after it could not be begun: threw"),
      (.credulous, "the recovered record differs in"),
      (.fileless, "it keeps no files"),
      (.sharing, "another session reads it"),
      (.leaking, "first.pdf is gone, resumed"),
    ] as [(FaultyStore.Fault, String)])
  func `finds what a store does not keep`(fault: FaultyStore.Fault, finding: String) {
    let store = StoreUnderTest(
      "faulty", setAside: StoreUnderTest.setAsideInFiles, hinder: StoreUnderTest.hinderFiles
    ) { FaultyStore(fault, folder: $0) }
    let found = Mutex<[String]>([])
    withKnownIssue {
      // The crowds find them as well, and take their time.
      for check in SessionStoreConformance.checks
      where !check.name.contains("thousands") && !check.name.contains("threads") {
        check.expect(of: store)
      }
    } matching: { issue in
      found.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
      return true
    }
    let all = found.withLock { $0 }
    #expect(all.contains { $0.contains(finding) }, "\(all)")
    #expect(all.allSatisfy { $0.hasPrefix("store “faulty” ") }, "\(all)")
  }
}
