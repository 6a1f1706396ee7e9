import FoundationEssentials
import Synchronization
import Testing

@testable import Flowline

/// Callers that wait until what they asked for is kept, and do what comes by mail meanwhile.
struct WaitingCallerTests {
  /// An executor whose mail is done by the thread that looks for it.
  private func executor() -> StepExecutor {
    let executor = StepExecutor()
    executor.settle { [weak executor] in executor?.ownIfAvailable { executor?.drain() } }
    return executor
  }

  @Test func `mail that comes as a caller stops waiting is done by it`() {
    let executor = executor()
    let caller = InputCall()
    let done = Mutex(0)
    executor.enlist(caller)
    // The caller is woken for it, but stops waiting for another reason.
    for _ in 0..<3 { executor.post { done.withLock { $0 += 1 } } }
    #expect(done.withLock { $0 } == 0)
    executor.dismiss(caller)
    #expect(done.withLock { $0 } == 3)
    #expect(!executor.isMailWaiting)
  }

  @Test func `of several callers each that stops waiting looks for mail`() {
    let executor = executor()
    let callers = (0..<3).map { _ in InputCall() }
    let done = Mutex(0)
    for caller in callers { executor.enlist(caller) }
    for caller in callers {
      executor.post { done.withLock { $0 += 1 } }
      executor.dismiss(caller)
    }
    #expect(done.withLock { $0 } == 3)
  }

  /// A caller that is an actor.
  private actor Person {
    func answer(_ controller: FlowController) async -> FlowController.Reception {
      await controller.answering("5", to: nil, acknowledging: false)
    }
  }

  @Test func `many calls at once of tasks and of actors are each told what became of them`()
    async throws
  {
    for _ in 0..<50 {
      let record = YieldingRecord()
      let controller = FlowController()
      controller.start(CountingQuestions(), .kept(in: record))
      await controller.waitUntilKept()
      let person = Person()
      let taken = await withTaskGroup(of: FlowController.Reception.self) { group in
        for number in 0..<8 {
          group.addTask {
            number.isMultiple(of: 2)
              ? await person.answer(controller)
              : await controller.answering("5", to: nil, acknowledging: false)
          }
        }
        return await group.reduce(into: 0) { $0 += $1 == .accepted ? 1 : 0 }
      }
      // One that comes before the question behind it is asked is refused.
      #expect(taken > 0)
      #expect(controller.journal.answers.count == taken)
      let kept = try await record.journal()
      #expect(kept.answers.count == taken)
    }
  }
}

/// Asks for numbers without end.
private struct CountingQuestions: Flow {
  let id: FlowID = "counting"

  func run(_ context: FlowContext) async throws -> Int {
    while true { _ = try await context.run(NumberScreen("number", "Number?", in: 0...9)) }
  }
}

/// A record that lets others run before it answers.
private final class YieldingRecord: JournalRecord {
  private let base = MemoryJournalStore()
  private let record = Mutex<(any JournalRecord)?>(nil)
  let session = SessionOptions.test.session ?? UUID()

  private func opened() async throws(StoreFailure) -> any JournalRecord {
    if let record = record.withLock({ $0 }) { return record }
    let made = try await base.begin(SessionKey(UserID("ann"), session))
    record.withLock { $0 = made }
    return made
  }

  func contents() async throws(StoreFailure) -> KeptJournal { try await opened().contents() }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    await Task.yield()
    try await opened().change(change, at: number, summary: summary)
    await Task.yield()
  }

  func close() {}
}
