import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// How many bytes sessions in memory are counted as: with what was answered, given and read.
struct MemoryBytesTests {
  private static let long = String(repeating: "a", count: 100_000)
  private static let most = 1_000_000

  /// Asks for a letter, reads one, and asks for another.
  private struct LettersFlow: Flow {
    let id: FlowID = "letters"
    let outside: Outside

    func run(_ context: FlowContext) async throws -> Int {
      let outside = outside
      let first = try await context.run(Self.asking("first"))
      let read = try await context.load("read") {
        _ = await outside.load()
        return MemoryBytesTests.long
      }
      let second = try await context.run(Self.asking("second"))
      return first.count + read.count + second.count
    }

    private static func asking(_ id: StepID) -> LongTextScreen {
      LongTextScreen(id, "A letter?", length: 1...1_000_000)
    }
  }

  private func host(of bank: HostedBank) -> SessionHost {
    let outside = bank.outside
    return SessionHost(keeping: bank.store, limits: bank.limits, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(LettersFlow(outside: outside))
      return HostedWorld(catalog)
    }
  }

  private var bank: HostedBank {
    var bank = HostedBank()
    bank.limits.bytesInMemory = Self.most
    return bank
  }

  @Test func `sessions with long answers are unloaded when they are too much together`()
    async throws
  {
    let bank = bank
    let host = host(of: bank)
    for number in 1...20 {
      let key = SessionKey.of("ada", number)
      try await host.start("letters", as: key, in: HostedBank.environment)
      _ = try await host.answer(key, .answer(.text(Self.long)))
      _ = try await host.settled(key)
      #expect(host.memory.bytes <= Self.most)
    }
    #expect(1...9 ~= host.memory.sessions)
    let state = try await host.settled(.of("ada", 1))
    #expect(state.question?.prompt.id == "second")
    #expect(bank.outside.loads == 20, "nothing is read again")
  }

  @Test func `sessions with long given answers are unloaded when they are too much together`()
    async throws
  {
    let bank = bank
    let host = bank.host()
    for number in 1...20 {
      try await host.start(
        "transfer", as: .of("ada", number), in: HostedBank.environment,
        given: [GivenAnswer("note", answer: .text(Self.long))])
      #expect(host.memory.bytes <= Self.most)
    }
    #expect(1...9 ~= host.memory.sessions)
  }

  @Test func `given answers count as long as they are not used`() async throws {
    let host = HostedBank().host()
    let key = SessionKey.of("ada")
    try await host.start(
      "transfer", as: key, in: HostedBank.environment,
      given: [
        GivenAnswer("never", answer: .json(["text": .string(Self.long)])),
        GivenAnswer("never", "asked", answer: .text(Self.long)),
      ])
    let before = host.memory.bytes
    #expect(before > 200_000)
    _ = try await host.cancel(key)
    _ = try await host.state(of: key)
    #expect(host.memory.bytes < 100_000, "what has ended has its journal alone")
  }

  @Test func `what a load brings after its call is counted, and unloaded if it is too much`()
    async throws
  {
    var bank = HostedBank()
    bank.limits.bytesInMemory = 100_000
    let host = host(of: bank)
    let (key, gate) = (SessionKey.of("ada"), Gate<Void>())
    bank.outside.loading.withLock { $0 = gate }
    try await host.start("letters", as: key, in: HostedBank.environment)
    _ = try await host.answer(key, .answer("short"))
    await host.sweep()
    #expect(host.memory.sessions == 1 && host.memory.bytes < 50_000)
    gate.open()
    try await eventually("it is read") {
      host.table.session(key)?.live?.controller.prompt?.id == "second"
    }
    await host.sweep()
    #expect(host.memory == (0, 0))
    #expect(try await host.state(of: key).question?.prompt.id == "second")
    #expect(bank.outside.loads == 1)
  }

  @Test func `a rebuilt session counts as much as it did before`() async throws {
    let bank = HostedBank()
    let (first, key) = (host(of: bank), SessionKey.of("ada"))
    try await first.start("letters", as: key, in: HostedBank.environment)
    _ = try await first.answer(key, .answer(.text(Self.long)))
    _ = try await first.settled(key)
    let before = first.memory.bytes
    await first.close()
    let second = host(of: bank)
    _ = try await second.state(of: key)
    #expect(before > 400_000)
    #expect((second.memory.bytes - before).magnitude < 5_000)
  }

  @Test func `a start with too much in its answers is refused, and nothing is begun`()
    async throws
  {
    var bank = HostedBank()
    bank.limits.givenBytes = 1_000
    let host = bank.host()
    func start(_ count: Int) async throws(HostFault) -> HostedState {
      try await host.start(
        "transfer", as: .of("ada"), in: HostedBank.environment,
        given: [GivenAnswer("note", answer: .text(String(repeating: "a", count: count)))])
    }
    let fault = await #expect(throws: HostFault.self) { try await start(1_001) }
    #expect(fault?.code == .tooMuchGiven && fault?.retryAfter == nil)
    #expect(fault?.isInternal == false && fault?.reason.contains("1000") == true)
    #expect(try await host.list(SessionQuery(of: "ada")).items.isEmpty)
    #expect(host.memory == (0, 0))
    #expect(try await start(900).question?.prompt.id == "name")
    // A start that is repeated is as large as the first.
    await expect(.tooMuchGiven) { try await start(1_001) }
  }
}
