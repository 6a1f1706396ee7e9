import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// Two nodes that both believe that they own a session.
struct TwoNodesTests {
  private let store = MemoryJournalStore()
  private let session = SessionKey("somebody", SessionOptions.test.session ?? UUID())

  private func resume() async throws -> FlowController {
    let record = try await store.open(session)
    let controller = FlowController()
    controller.start(SumFlow(), .kept(in: record, journal: try await record.journal()))
    controller.waitUntilSettled()
    return controller
  }

  private func answer(_ controller: FlowController, _ text: String) {
    controller.answer(.text(text))
    controller.waitUntilSettled()
  }

  @Test func `exactly one continues, and the other reads again`() async throws {
    let one = FlowController()
    one.start(SumFlow(), .kept(in: try await store.begin(session)))
    answer(one, "1")
    let other = try await resume()
    #expect(other.prompt?.id == "left")
    answer(one, "2")
    #expect(one.prompt?.id == "right")
    let text = store.text(of: session)
    answer(other, "3")
    #expect(other.prompt?.hold?.isStore == true)
    #expect(store.text(of: session) == text)
    answer(other, "again")
    #expect(other.prompt?.hold?.isStore == true)
    answer(other, "later")
    #expect(store.text(of: session) == text)
    #expect(store.setAside(of: session).isEmpty)
    let again = try await resume()
    #expect(again.prompt?.id == "right")
    answer(again, "4")
    #expect(again.prompt?.id == "sure")
    answer(one, "5")
    #expect(one.prompt?.hold?.isStore == true, "now the first has been overtaken")
    answer(one, "later")
    answer(again, "yes")
    #expect(store.text(of: session)?.hasSuffix("finish 16\n") == true)
  }

  @Test func `of two nodes only one commits, whichever is first`() async throws {
    for first in [0, 1] {
      let log = Log()
      let store = MemoryJournalStore()
      let flow = ClosureFlow("pay") { context in
        _ = try await context.run(ask())
        return try await context.commit("pay") { key in
          log.add("\(key)")
          return 1
        }
      }
      let one = FlowController()
      one.start(flow, .kept(in: try await store.begin(session)))
      one.waitUntilSettled()
      let record = try await store.open(session)
      let other = FlowController()
      other.start(flow, .kept(in: record, journal: try await record.journal()))
      other.waitUntilSettled()
      let nodes = first == 0 ? [one, other] : [other, one]
      for node in nodes { answer(node, "1") }
      #expect(log.all.count == 1)
      #expect(nodes[1].prompt?.hold?.isStore == true)
      answer(nodes[1], "later")
    }
  }

  @Test func `what was taken and not made is not mistaken for what another node made`()
    async throws
  {
    let one = FlowController()
    one.start(SumFlow(), .kept(in: HoldingRecord(try await store.begin(session))))
    one.waitUntilSettled()
    answer(one, "1")
    // Its question is asked, and the record holds that back, when another node goes on.
    #expect(one.prompt?.id == "left")
    let record = try await store.open(session)
    let other = FlowController()
    other.start(SumFlow(), .kept(in: record, journal: try await record.journal()))
    other.waitUntilSettled()
    answer(other, "2")
    let text = try #require(store.text(of: session))
    for input in ["3", "again", "again"] {
      answer(one, input)
      #expect(one.prompt?.hold?.isStore == true)
    }
    answer(one, "later")
    #expect(store.text(of: session) == text)
    #expect(store.setAside(of: session).isEmpty)
    other.terminate()
  }
}

/// A record that holds back what need not be durable until another change comes.
private final class HoldingRecord: JournalRecord {
  private typealias Change = (change: JournalChange, number: Int, summary: SessionSummary)
  private let base: any JournalRecord
  private let held = Mutex<[Change]>([])

  init(_ base: any JournalRecord) { self.base = base }

  var session: UUID { base.session }

  func contents() async throws(StoreFailure) -> KeptJournal { try await base.contents() }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    if case .append(_, isDurable: false, _) = change {
      return held.withLock { $0.append((change, number, summary)) }
    }
    let all = held.withLock { held in
      defer { held = [] }
      return held
    }
    for one in all { try await base.change(one.change, at: one.number, summary: one.summary) }
    try await base.change(change, at: number, summary: summary)
  }

  func close() { base.close() }
}
