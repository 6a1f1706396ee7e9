import Flowline
import FoundationEssentials
import TestSupport
import Testing

@testable import FlowlineHost

/// What those who look after the program are told, and callers are not; and what is made for those who
/// only look.
struct FaultTests {
  private struct NoDisk: Error {}

  private let key = SessionKey.of("ada")
  private let reported = Shared<[(fault: HostFault, session: UUID?)]>([])

  private var observer: SessionHost.FaultObserver {
    { [reported] fault, session in reported.change { $0.append((fault, session)) } }
  }

  @Test func `a store that fails is reported once, with the session and without its answers`()
    async throws
  {
    let readings = Readings()
    let bank = HostedBank { CountedStore(base: $0, readings) }
    let host = bank.host(onFault: observer)
    try await bank.start(host, as: key, answering: 1)
    await expect(.notFound) { try await host.state(of: .of("eve", 7)) }
    await expect(.taken) { try await host.start("transfer", as: .of("eve")) }
    #expect(reported.value.isEmpty, "what callers do wrong is their own affair")
    // At a node that opens it.
    let other = bank.host(onFault: observer)
    readings.isFailing = true
    await expect(.store) { try await other.answer(key, .answer("42")) }
    #expect(reported.value.map(\.session) == [key.session])
    let fault = try #require(reported.value.first?.fault)
    #expect("\(fault)".contains("told to fail"))
    #expect(!"\(fault)".contains("42"))
    #expect(!"\(fault)".contains("ada"))
  }

  @Test func `a session whose record cannot be read is not for later, and can be forgotten`()
    async throws
  {
    let readings = Readings()
    let bank = HostedBank { CountedStore(base: $0, readings) }
    try await bank.start(bank.host(), as: key, answering: 1)
    let host = bank.host(onFault: observer)
    readings.isUnreadable = true
    let fault = await #expect(throws: HostFault.self) { try await host.state(of: key) }
    #expect(fault?.code == .unusable && fault?.retryAfter == nil)
    #expect(reported.value.map(\.session) == [key.session])
    try await host.forget(key)
    await expect(.notFound) { try await host.state(of: key) }
    // What no session is at fault for is no session's damage.
    let other = HostFault(StoreFailure(.unreadable, at: "test", "told to be damaged"))
    #expect(other.code == .store && other.retryAfter == nil)
  }

  @Test func `a session of a newer version is for later, and not damaged`() async throws {
    let clock = ManualFlowClock(at: HostedBank.now)
    let store = MemoryJournalStore { clock.now }
    func host(at version: Int) -> SessionHost {
      SessionHost(keeping: store, clock: clock, onFault: observer) { _ in
        var catalog = FlowCatalog()
        catalog.add(VersionedFlow(version: version))
        return HostedWorld(catalog)
      }
    }
    _ = try await host(at: 2).start("versioned", as: key, in: HostedBank.environment)
    let fault = await #expect(throws: HostFault.self) { try await host(at: 1).state(of: key) }
    #expect(fault?.code == .newerVersion && fault?.retryAfter != nil)
    // A server that is not replaced yet puts off what is due, and not for long.
    try await store.schedule(key, at: clock.now)
    await host(at: 1).sweep()
    #expect(try await store.due(by: clock.now, limit: 9).isEmpty)
    #expect(try await store.due(by: clock.now + 60, limit: 9) == [key])
    #expect(reported.value.isEmpty, "servers are being replaced")
    #expect(try await host(at: 2).state(of: key).question?.prompt.id == "name")
  }

  /// Writes, and asks; what comes of the write is of a type that a deployment changes.
  private struct WritingFlow<Reply: Codable & Sendable>: Flow {
    let id: FlowID = "writing"
    let reply: Reply

    func run(_ context: FlowContext) async throws -> String {
      let reply = reply
      _ = try await context.commit("w", of: 1) { _, _ in reply }
      return try await context.run(TextScreen("name", "Name?"))
    }
  }

  @Test func `a session that a changed flow cannot continue is left as it is by who looks at it`()
    async throws
  {
    let clock = ManualFlowClock(at: HostedBank.now)
    let store = MemoryJournalStore { clock.now }
    func host(_ reply: some Codable & Sendable) -> SessionHost {
      SessionHost(keeping: store, clock: clock, onFault: observer) { _ in
        var catalog = FlowCatalog()
        catalog.add(WritingFlow(reply: reply))
        return HostedWorld(catalog)
      }
    }
    let old = host(5)
    _ = try await old.start("writing", as: key, in: HostedBank.environment)
    #expect(try await old.settled(key).question?.prompt.id == "name")
    let kept = try await old.journal(of: key)
    let fault = await #expect(throws: HostFault.self) { try await host("five").state(of: key) }
    #expect(fault?.code == .unusable && fault?.reason.contains("recorded of w") == true)
    #expect(fault?.reason.contains("String") == false, "nothing of what was read there")
    #expect(fault?.retryAfter != nil, "another server may have the flow")
    #expect(try await store.find(key)?.isUnfinished == true)
    let again = host(5)
    #expect(try await again.state(of: key).question?.prompt.id == "name")
    #expect(try await again.journal(of: key) == kept)
  }

  /// Writes what a deployment changes, and asks.
  private struct SendingFlow: Flow {
    let id: FlowID = "sending"
    let contents: String

    func run(_ context: FlowContext) async throws -> String {
      _ = try await context.commit("w", of: contents) { _, _ in 1 }
      return try await context.run(TextScreen("name", "Name?"))
    }
  }

  @Test func `what a flow wrote and would write now is not reported, and is soon tried again`()
    async throws
  {
    let clock = ManualFlowClock(at: HostedBank.now)
    let store = MemoryJournalStore { clock.now }
    func host(_ contents: String) -> SessionHost {
      SessionHost(keeping: store, clock: clock, onFault: observer) { _ in
        var catalog = FlowCatalog()
        catalog.add(SendingFlow(contents: contents))
        return HostedWorld(catalog)
      }
    }
    let old = host("to Ann")
    _ = try await old.start("sending", as: key, in: HostedBank.environment)
    #expect(try await old.settled(key).question?.prompt.id == "name")
    let changed = host("to Bob")
    let fault = await #expect(throws: HostFault.self) { try await changed.state(of: key) }
    #expect(fault?.code == .unusable && fault?.reason.contains("w was done") == true)
    try await store.schedule(key, at: clock.now)
    await host("to Bob").sweep()
    #expect(try await store.due(by: clock.now, limit: 9).isEmpty)
    #expect(try await store.due(by: clock.now + 60, limit: 9) == [key])
    #expect(reported.value.count == 2)
    for (fault, _) in reported.value {
      #expect(!"\(fault)".contains("Ann") && !"\(fault)".contains("Bob"), "\(fault)")
    }
    #expect(try await host("to Ann").state(of: key).question?.prompt.id == "name")
  }

  @Test func `a session whose flow a server does not have yet is tried again soon`() async throws {
    let clock = ManualFlowClock(at: HostedBank.now)
    let store = MemoryJournalStore { clock.now }
    func host(_ catalog: FlowCatalog) -> SessionHost {
      SessionHost(keeping: store, clock: clock, onFault: observer) { _ in HostedWorld(catalog) }
    }
    var flows = FlowCatalog()
    flows.add(SendingFlow(contents: "to Ann"))
    let newer = host(flows)
    _ = try await newer.start("sending", as: key, in: HostedBank.environment)
    #expect(try await newer.settled(key).question?.prompt.id == "name")
    try await store.schedule(key, at: clock.now)
    await host(FlowCatalog()).sweep()
    #expect(try await store.due(by: clock.now + 60, limit: 9) == [key])
    #expect(reported.value.map(\.fault.code) == [.unusable])
  }

  /// Puts a session into the bank's store as a newer program would have: in a format to come.
  private func keepNewer(
    _ standing: SessionSummary.Standing, in bank: HostedBank, isUnderWay: Bool = false
  ) async throws {
    let summary = SessionSummary(
      flow: "transfer", version: 1, world: nil, started: nil, answers: 1, firstAnswers: [],
      standing: standing, isUnderWay: isUnderWay)
    try await bank.store.begin(key).change(
      .append("format 3\nstory transfer@1\n", isDurable: true, UUID()), at: 1, summary: summary)
  }

  @Test(
    arguments: [
      .unfinished(at: StepPath(["transfer", "name"])), .finished("done"), .newer(format: nil),
    ] as [SessionSummary.Standing])
  func `a session in a newer format is for later, and can be forgotten by its owner alone`(
    standing: SessionSummary.Standing
  ) async throws {
    let bank = HostedBank()
    try await keepNewer(standing, in: bank)
    let host = bank.host(onFault: observer)
    let fault = await #expect(throws: HostFault.self) { try await host.state(of: key) }
    #expect(fault?.code == .newerVersion && fault?.retryAfter != nil)
    #expect(fault?.isInternal == false && fault?.reason.contains("nothing is lost") == true)
    await expect(.newerVersion) { try await host.answer(key, .answer("Ann")) }
    await expect(.newerVersion) { try await host.start("transfer", as: key) }
    #expect(host.table.memory.sessions == 0)
    #expect(reported.value.isEmpty, "servers are being replaced")
    await expect(.notFound) { try await host.forget(SessionKey("eve", key.session)) }
    #expect(try await bank.store.find(key) != nil)
    try await host.forget(key)
    #expect(try await bank.store.find(key) == nil)
  }

  @Test func `a sweep neither leaves nor removes a session in a newer format, and puts it off`()
    async throws
  {
    let bank = HostedBank()
    try await keepNewer(.unfinished(at: StepPath(["transfer", "name"])), in: bank)
    let host = bank.host(onFault: observer)
    try await bank.store.schedule(key, at: bank.clock.now)
    await host.sweep()
    #expect(try await bank.store.due(by: bank.clock.now, limit: 9).isEmpty)
    #expect(try await bank.store.due(by: bank.clock.now + 60, limit: 9) == [key])
    bank.clock.advance(to: HostedBank.now + 400 * 86_400)
    await host.sweep()
    #expect(try await bank.store.open(key).contents().number == 1)
    #expect(try await bank.store.find(key)?.isUnfinished == true)
    #expect(reported.value.isEmpty)
  }

  @Test(
    arguments: [.unfinished(at: StepPath(["transfer"])), .newer(format: 3)]
      as [SessionSummary.Standing])
  func `a session in which a newer server may be committing is not forgotten`(
    standing: SessionSummary.Standing
  ) async throws {
    let bank = HostedBank()
    try await keepNewer(standing, in: bank, isUnderWay: true)
    let host = bank.host()
    await expect(.newerVersion) { try await host.forget(key) }
    #expect(try await bank.store.find(key) != nil)
    #expect(try await host.erase("ada") == 1)
  }

  @Test func `nor is one that tells this version nothing but that a newer one saved it`()
    async throws
  {
    let bank = HostedBank()
    try await bank.store.begin(key).change(
      .append("format 3\nstory transfer@1\n", isDurable: true, UUID()), at: 1,
      summary: SessionSummary(unread: .newer(format: nil)))
    let host = bank.host()
    await expect(.newerVersion) { try await host.forget(key) }
    #expect(try await bank.store.find(key) != nil)
    #expect(try await host.erase("ada") == 1)
  }

  @Test func `a record that its store calls a newer version's is no damage either`() {
    let failure = StoreFailure(.newerVersion, at: "test", "a newer program sealed it")
    let fault = HostFault(ofRecord: failure)
    #expect(fault.code == .newerVersion && fault.retryAfter != nil && !fault.isInternal)
    #expect(fault.cause == "test" && !fault.reason.contains("test"))
    // Of the store as a whole those who look after the program are told.
    let store = HostFault(failure)
    #expect(store.code == .store && store.retryAfter == nil && store.isInternal)
  }

  private struct VersionedFlow: Flow {
    let id: FlowID = "versioned"
    let version: Int

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("name", "Your name?"))
    }
  }

  /// Asks for a code if it is to, runs a flow, and asks once more.
  private struct NestingFlow: Flow {
    let id: FlowID = "nesting"
    let nested: Int
    let asksCode: Bool

    func run(_ context: FlowContext) async throws -> String {
      if asksCode { _ = try await context.run(SecretScreen("code", "Your code?")) }
      let name = try await context.run(VersionedFlow(version: nested))
      return try await name + context.run(TextScreen("after", "Anything else?"))
    }
  }

  @Test(arguments: [false, true])
  func `a session with a nested flow of a newer version is for later, and stays as it is`(
    isBehindSecret: Bool
  ) async throws {
    let store = MemoryJournalStore()
    func host(at version: Int) -> SessionHost {
      SessionHost(keeping: store, onFault: observer) { _ in
        var catalog = FlowCatalog()
        catalog.add(NestingFlow(nested: version, asksCode: isBehindSecret))
        return HostedWorld(catalog)
      }
    }
    let newer = host(at: 2)
    _ = try await newer.start("nesting", as: key, in: HostedBank.environment)
    if isBehindSecret { _ = try await newer.answer(key, .answer("1234")) }
    _ = try await newer.answer(key, .answer("Ann"))
    await newer.close()
    let kept = try await store.open(key).contents()
    let older = host(at: 1)
    if isBehindSecret {
      // A rebuilt session asks for it once more, before it comes to the nested flow.
      #expect(try await older.state(of: key).question?.prompt.id == "code")
      await expect(.newerVersion) { try await older.answer(key, .answer("1234")) }
      #expect(try await older.state(of: key).question?.prompt.id == "code")
    } else {
      let fault = await #expect(throws: HostFault.self) { try await older.state(of: key) }
      #expect(fault?.code == .newerVersion && fault?.retryAfter != nil)
      #expect(fault?.reason.contains("nothing is lost") == true)
      await expect(.newerVersion) { try await older.answer(key, .answer("more")) }
      #expect(older.table.memory.sessions == 0)
    }
    await older.close()
    let left = try await store.open(key).contents()
    #expect(left.number == kept.number && left.bytes == kept.bytes)
    #expect(reported.value.isEmpty, "servers are being replaced")
    let next: StepID = isBehindSecret ? "code" : "after"
    #expect(try await host(at: 2).state(of: key).question?.prompt.id == next)
  }

  @Test func `flows that cannot be made are reported, and callers are not told why`()
    async throws
  {
    let host = SessionHost(keeping: MemoryJournalStore(), onFault: observer) { _ in
      throw NoDisk()
    }
    await expect(.noWorld) { try await host.catalog(of: "ada") }
    await expect(.noWorld) { try await host.start("transfer", as: key) }
    #expect(reported.value.map(\.session) == [nil, key.session])
    for (fault, _) in reported.value {
      #expect(fault.isInternal)
      #expect("\(fault)".contains("NoDisk"))
      #expect(!fault.reason.contains("NoDisk"))
    }
  }

  @Test func `where the store is, no caller is told`() {
    for code: StoreFailure.Code in [.notFound, .exists, .unknownPage, .unwritable] {
      let fault = HostFault(StoreFailure(code, at: "/srv/flowline/sessions.sqlite", "it says no"))
      #expect(!fault.reason.contains("/srv"))
    }
  }

  @Test func `no world is made for those who only look`() async throws {
    let made = Shared(0)
    var flows = FlowCatalog()
    flows.add(PatientFlow())
    let host = SessionHost(
      keeping: MemoryJournalStore(), shownFlows: { [flows] _ in flows }
    ) { [flows] _ in
      made.change { $0 += 1 }
      return HostedWorld(flows)
    }
    #expect(try await host.offers(to: "ada").entries.map(\.id) == ["patient"])
    #expect(try await host.list(SessionQuery(of: "ada")).items.isEmpty)
    await expect(.notFound) { try await host.state(of: key) }
    #expect(made.value == 0)
    try await host.start("patient", as: key, in: HostedBank.environment)
    #expect(made.value == 1)
  }
}
