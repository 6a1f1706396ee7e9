import Flowline
import FlowlineTesting
import Synchronization
import Testing

/// The suite finds what is wrong with a store for hosts, and says what.
struct FaultyJournalStoreTests {
  @Test(
    arguments: [
      (.sharing, ["shows nobody another's sessions: it is found"]),
      (.careless, ["tells users apart by every byte of their names"]),
      (
        .racing,
        [
          "change 0 was done; it was to fail with overtaken",
          "cutting was done; it was to fail with overtaken",
          "makes exactly one of two changes at a number",
          "lets one of two nodes answer, and holds the other",
        ]
      ),
      (
        .unsigned,
        [
          "keeps changes in order, with the attempt of the last: has",
          "knows its changes again by their attempts",
        ]
      ),
      (.miscounting, ["8 of 9 are kept"]),
      (
        .reviving,
        [
          "takes no change of what was removed: a change was done",
          "takes no late change of a user who was removed",
        ]
      ),
      (.eager, ["keeps nothing before the first change"]),
      (
        .forgetful,
        [
          "shows at once what need not be durable: the record differs",
          "keeps changes in order",
        ]
      ),
      (
        .late,
        [
          "shows at once what need not be durable: it is not found",
          "has everything it took once it is closed",
        ]
      ),
      (.uncut, ["cuts and replaces"]),
      (.destructive, ["set aside was []"]),
      (.truncating, ["keeps long journals and every byte: it is another text"]),
      (.fileless, ["keeps files with their session: it keeps no files"]),
      (
        .filesShared,
        [
          "keeps the files of one session from another: another session sees it",
          "leaves nothing of a file whose session was never answered",
          "has nothing of what was removed in a new session of its id: its file",
        ]
      ),
      (.filesLeaking, ["early.pdf is gone"]),
      (.unlimited, ["a page of four has"]),
      (.unordered, ["lists the one that was changed last first"]),
      (.unfiltered, ["those of a flow are"]),
      (
        .repeating,
        [
          "in pages, each session once",
          "lists what was changed before a moment: in pages",
        ]
      ),
      (.endless, ["a page behind “no page” was done"]),
      (.stale, ["tells what the last change said"]),
      (.undue, ["takes up what is due, the longest due first"]),
      (.everDue, ["takes up what is due, the longest due first"]),
      (
        .stillDue,
        [
          "one that was changed is still due",
          "takes up what was left in the middle, after a while: it is still due",
        ]
      ),
      (
        .hasty,
        [
          "lets nobody who looked at a session take away what was begun since: it was scheduled",
          "what was begun is not due",
        ]
      ),
      (.obliging, ["opening it was done; it was to fail with not-found"]),
      (.overwriting, ["begins a session once: beginning it again was done"]),
      (.keeping, ["takes no change of what was removed"]),
      (.sweeping, ["forgets all of a user, and nobody else"]),
      (.unclosing, ["a change of a closed record was done"]),
      (
        .losing,
        [
          "rule 24: makes what it could not make",
          "refuses what follows a change that was taken and is overtaken",
        ]
      ),
      (.lumping, ["counts what is kept of a user, and of all: bob should have"]),
    ] as [(FaultyJournalStore.Fault, [String])])
  func `finds what a store for hosts does not keep`(
    fault: FaultyJournalStore.Fault, findings: [String]
  ) async {
    let found = Mutex<[String]>([])
    await withKnownIssue {
      // Those of many sessions find it as well, and may not end with a store that keeps nothing.
      for check in JournalStoreConformance.checks where !check.name.contains("several nodes") {
        let store = FaultyJournalStore(fault, over: MemoryJournalStore())
        await check.expect(of: .faulty(store))
      }
    } matching: { issue in
      found.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
      return true
    }
    let all = found.withLock { $0 }
    for finding in findings {
      #expect(all.contains { $0.contains(finding) }, "\(finding): \(all)")
    }
    #expect(all.allSatisfy { $0.hasPrefix("store “faulty” ") }, "\(all)")
  }
}

extension JournalStoreUnderTest {
  fileprivate static func faulty(_ store: FaultyJournalStore) -> JournalStoreUnderTest {
    JournalStoreUnderTest(
      "faulty",
      setAside: { _, _, key in
        store.fault == .destructive ? [] : store.base.setAside(of: key)
      },
      hinder: { _ in
        store.isHindered.withLock { $0 = true }
        return { store.isHindered.withLock { $0 = false } }
      },
      make: { _ in store })
  }
}
