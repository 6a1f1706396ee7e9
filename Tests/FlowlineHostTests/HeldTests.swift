import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// What went wrong outside and waits for a person's word: nothing is sent before, however often the session
/// is looked at and a host begins anew.
struct HeldTests {
  enum Store: CaseIterable { case memory, file }

  /// A bank over a store, with the folder of its file.
  private struct Trial {
    var bank: HostedBank
    let folder: TemporaryFolder

    init(_ store: Store) throws {
      folder = try TemporaryFolder()
      bank =
        switch store {
        case .memory: HostedBank()
        case .file: try HostedBank(sqlite: folder.file("sessions.sqlite"))
        }
    }

    /// The folder is there until the store does not use it any more.
    func close() async {
      await bank.store.close()
      withExtendedLifetime(folder) {}
    }
  }

  private let key = SessionKey.of("ada")

  private struct NoLine: Error {}

  @Test(arguments: Store.allCases)
  func `a commit left for later is not sent before a person says so`(_ store: Store) async throws {
    let trial = try Trial(store)
    let bank = trial.bank
    var host = bank.host()
    let gate = try await bank.startCommit(host, as: key)
    _ = try await bank.advance(host, key) { $0.question?.prompt.hold != nil }
    bank.outside.replying.withLock { $0 = nil }
    gate.open()
    bank.clock.advance(to: bank.clock.now + 120)
    let other = bank.host()
    await other.sweep()
    #expect(!other.table.hasInMemory(key), "no other node takes it up")
    #expect(try await host.answer(key, .answer("later")).state.isPaused)
    // An hour, and as long as it takes to leave what nobody resumes.
    for time in [3_600, 31 * 86_400] as [Double] {
      bank.clock.advance(to: bank.clock.now + time)
      await host.sweep()
      #expect(!host.table.hasInMemory(key))
      let state = try await host.settled(key)
      #expect(state.question?.prompt.hold?.mayHaveBeenDone == true)
      #expect(try await host.answers(of: key).count == 3)
      _ = try await host.journal(of: key)
      await host.close()
      host = bank.host()
    }
    #expect(bank.outside.attempts == 1)
    let state = try await host.state(of: key)
    _ = try await host.answer(key, .answer("again"), to: state.question?.token)
    #expect(try await host.settled(key).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 2)
    #expect(bank.outside.sent.count == 1, "both with one key")
    await trial.close()
  }

  @Test(arguments: Store.allCases)
  func `rule 14: one that was done is known as done by the next host, and not offered again`(
    _ store: Store
  ) async throws {
    let trial = try Trial(store)
    let writes = Notes<IdempotencyKey>()
    func host() -> SessionHost {
      SessionHost(keeping: trial.bank.store, clock: trial.bank.clock) { _ in
        var catalog = FlowCatalog()
        catalog.add(UnrecordedFlow(writes: writes))
        return HostedWorld(catalog)
      }
    }
    let first = host()
    _ = try await first.start("unrecorded", as: key, in: HostedBank.environment)
    #expect(try await first.settled(key).question?.prompt.hold?.wasDone == true)
    #expect(try await first.answer(key, .answer("later")).state.isPaused)
    await first.close()
    let next = host()
    let question = try await next.settled(key).question
    #expect(question?.prompt.hold?.wasDone == true)
    #expect(question?.prompt.kind.choices.map(\.key) == ["later", "give-up"])
    let again = try await next.answer(key, .answer("again"), to: question?.token)
    if case .refused = again.reception {} else { Issue.record("\(again.reception)") }
    #expect(writes.all.count == 1)
    let held = try await next.settled(key).question
    _ = try await next.answer(key, .answer("give-up"), to: held?.token)
    let end = try await next.settled(key).end
    #expect(end?.standing.kind == .failed && end?.isInDoubt == false)
    #expect(try await trial.bank.store.find(key)?.summary.held.isEmpty == true)
    await next.close()
    let last = host()
    #expect(try await last.state(of: key).end?.isInDoubt == false, "as the journal has it")
    #expect(writes.all.count == 1)
    await last.close()
    await trial.close()
  }

  @Test(arguments: Store.allCases)
  func `one that was not sent can still be cancelled after its page was left`(
    _ store: Store
  ) async throws {
    let trial = try Trial(store)
    let bank = trial.bank
    let host = bank.host()
    bank.outside.failing.withLock { $0 = CommitNotSent(NoLine()) }
    try await bank.start(host, as: key, answering: 3)
    #expect(try await host.state(of: key).question?.prompt.hold?.mayHaveBeenDone == false)
    bank.outside.failing.withLock { $0 = nil }
    bank.clock.advance(to: bank.clock.now + 700)
    await host.sweep()
    #expect(!host.table.hasInMemory(key), "nobody looks at it")
    bank.clock.advance(to: bank.clock.now + 700)
    await host.sweep()
    let next = bank.host()
    await next.sweep()
    let question = try await next.settled(key).question
    #expect(question?.prompt.hold?.mayHaveBeenDone == false)
    #expect(question?.prompt.kind.choices.map(\.key) == ["again", "later", "cancel"])
    _ = try await next.answer(key, .answer("cancel"), to: question?.token)
    #expect(try await next.settled(key).end?.standing == .cancelled(.user))
    #expect(bank.outside.attempts == 0)
    await trial.close()
  }

  @Test(arguments: Store.allCases)
  func `one that is tried again is taken up if its program ends in the middle`(
    _ store: Store
  ) async throws {
    var trial = try Trial(store)
    trial.bank.limits.commitTime = .seconds(600)
    let bank = trial.bank
    let killed = bank.host()
    bank.outside.failing.withLock { $0 = CommitNotSent(NoLine()) }
    try await bank.start(killed, as: key, answering: 3)
    let gate = Gate<Void>()
    bank.outside.failing.withLock { $0 = nil }
    bank.outside.replying.withLock { $0 = gate }
    _ = try await killed.answer(key, .answer("again"))
    try await eventually("the commit is sent") { bank.outside.attempts == 1 }
    bank.outside.replying.withLock { $0 = nil }
    bank.clock.advance(to: bank.clock.now + 120)
    let host = bank.host()
    await host.sweep()
    #expect(try await host.settled(key).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 2)
    #expect(bank.outside.sent.count == 1, "both with one key")
    gate.open()
    await trial.close()
  }

  @Test(arguments: Store.allCases)
  func `a load left for later is not read before a person says so`(_ store: Store) async throws {
    let trial = try Trial(store)
    let bank = trial.bank
    let host = bank.host()
    let gate = Gate<Void>()
    bank.outside.loading.withLock { $0 = gate }
    try await bank.start(host, as: key)
    _ = try await host.answer(key, .answer("Ann"))
    _ = try await bank.advance(host, key) { $0.question?.prompt.hold != nil }
    bank.outside.loading.withLock { $0 = nil }
    gate.open()
    try await eventually("what was given up has ended") { bank.outside.loads == 1 }
    _ = try await host.answer(key, .answer("later"))
    bank.clock.advance(to: bank.clock.now + 3_600)
    let next = bank.host()
    await next.sweep()
    let state = try await next.settled(key)
    #expect(state.question?.prompt.hold?.isCommit == false)
    #expect(bank.outside.loads == 1)
    _ = try await next.answer(key, .answer("again"), to: state.question?.token)
    #expect(try await next.settled(key).question?.prompt.id == "amount")
    #expect(bank.outside.loads == 2)
    await trial.close()
  }
}
