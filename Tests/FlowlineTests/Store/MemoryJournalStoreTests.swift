import FoundationEssentials
import Testing

@testable import Flowline

/// What the store in memory says of changes by others; what any store does has its conformance suite.
struct MemoryJournalStoreTests {
  private let store = MemoryJournalStore()
  private let key = SessionKey("ada", UUID())
  private let summary = SessionSummary(
    flow: "shop", version: 1, world: nil, started: nil, answers: 0, firstAnswers: [],
    standing: .unfinished(at: StepPath(["shop"])), isUnderWay: false)

  private func add(_ number: Int, to record: any JournalRecord) async throws {
    try await record.change(
      .append("line\n", isDurable: true, UUID()), at: number, summary: summary)
  }

  @Test func `a record is overtaken by others' changes, and not by its own`() async throws {
    let record = try await store.begin(key)
    #expect(try await !record.isOvertaken())
    try await add(1, to: record)
    #expect(try await !record.isOvertaken())
    let other = try await store.open(key)
    try await add(2, to: other)
    #expect(try await record.isOvertaken())
    #expect(try await !other.isOvertaken())
    // What was read is known.
    #expect(try await record.contents().number == 2)
    #expect(try await !record.isOvertaken())
    await #expect(throws: StoreFailure.self) { try await add(2, to: record) }
    #expect(try await !record.isOvertaken(), "a change that was not made changes nothing")
  }

  @Test func `a record is overtaken once its session is removed or another began it as well`()
    async throws
  {
    let (record, twin) = (try await store.begin(key), try await store.begin(key))
    try await add(1, to: record)
    #expect(try await twin.isOvertaken())
    try await store.remove(key)
    #expect(try await record.isOvertaken())
    // Begun anew, it has come as far as the one that was removed.
    let anew = try await store.begin(key)
    try await add(1, to: anew)
    #expect(try await record.isOvertaken())
    #expect(try await !anew.isOvertaken())
  }

  @Test func `a closed record says nothing`() async throws {
    let record = try await store.begin(key)
    record.close()
    await #expect(throws: StoreFailure.self) { try await record.isOvertaken() }
  }
}
