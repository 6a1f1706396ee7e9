import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// What is in memory, and that it makes no difference.
struct MemoryTests {
  private static let seeds = Array(1...(runsLongTests ? 400 : 12))

  @Test func `idle sessions are unloaded and rebuilt`() async throws {
    let bank = HostedBank()
    let host = bank.host()
    try await bank.start(host, as: .of("ada", 1), answering: 2)
    bank.clock.advance(to: HostedBank.now + 300)
    try await bank.start(host, as: .of("ada", 2), answering: 1)
    bank.clock.advance(to: HostedBank.now + 700)
    await host.sweep()
    #expect(host.table.memory.sessions == 1)
    #expect(!host.table.hasInMemory(.of("ada", 1)))
    let state = try await host.state(of: .of("ada", 1))
    #expect(state.question?.prompt.id == "sure")
    bank.clock.advance(to: HostedBank.now + 7_000)
    await host.sweep()
    #expect(host.table.memory == (0, 0))
    #expect(bank.outside.loads == 2, "nothing is read again")
  }

  /// Asks, reads, and ends.
  private struct ReadingFlow: Flow {
    let id: FlowID = "reading"
    let outside: Outside

    func run(_ context: FlowContext) async throws -> Int {
      let outside = outside
      _ = try await context.run(TextScreen("name", "Whose?"))
      return try await context.load("fee") { await outside.load() }
    }
  }

  @Test func `that a session has ended is told also if nobody looks at it again`() async throws {
    let (bank, key, gate) = (HostedBank(), SessionKey.of("ada"), Gate<Void>())
    let outside = bank.outside
    outside.loading.withLock { $0 = gate }
    let host = SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(ReadingFlow(outside: outside))
      return HostedWorld(catalog)
    }
    let told = Shared<[SessionKey]>([])
    host.whenEnded { key async throws(StoreFailure) in told.change { $0.append(key) } }
    try await host.start("reading", as: key, in: HostedBank.environment)
    _ = try await host.answer(key, .answer("Ann"))
    gate.open()
    try await eventually("it has ended") { host.table.session(key)?.live?.end != nil }
    #expect(told.value.isEmpty)
    bank.clock.advance(to: HostedBank.now + 7_200)
    await host.sweep()
    #expect(!host.table.hasInMemory(key))
    #expect(told.value == [key])
    #expect(try await host.state(of: key).end?.standing == .finished(7))
  }

  @Test func `a rebuilt session is read once, and goes on behind what was read`() async throws {
    let readings = Readings()
    let bank = HostedBank { CountedStore(base: $0, readings) }
    let (last, key) = (bank.host(), SessionKey.of("ada"))
    try await bank.start(last, as: key, answering: 1)
    await last.close()
    let reply = try await bank.host().answer(key, .answer("20"))
    #expect(reply.reception == .accepted)
    #expect(reply.state.question?.prompt.id == "sure")
    #expect(readings.count == 1)
  }

  @Test func `a rebuilt session is looked at when it stands where its record ends`() async throws {
    let (bank, key) = (HostedBank(), SessionKey.of("ada"))
    let last = bank.host()
    try await last.start("hopping", as: key, in: HostedBank.environment)
    _ = try await last.settled(key)
    _ = try await last.answer(key, .answer("1"))
    await last.close()
    for _ in 0..<20 {
      let state = try await bank.host().state(of: key)
      #expect(state.answers == 1)
      #expect(state.question?.prompt.id == "second")
    }
  }

  @Test func `a body that waits for ever does not hold those who look`() async throws {
    let (bank, key) = (HostedBank(), SessionKey.of("ada"))
    let last = bank.host()
    try await last.start("hopping", as: key, in: HostedBank.environment)
    _ = try await last.settled(key)
    _ = try await last.answer(key, .answer("1"))
    await last.close()
    let gate = Gate<Void>()
    bank.outside.loading.withLock { $0 = gate }
    let host = bank.host()
    let isOver = Shared(false)
    let looking = Task {
      defer { isOver.change { $0 = true } }
      return try await host.state(of: key)
    }
    try await eventually("the time of a load is over") {
      bank.clock.advance(to: bank.clock.now + 1)
      return isOver.value
    }
    #expect(try await looking.value.question == nil)
    gate.open()
    #expect(try await host.settled(key).question?.prompt.id == "second")
  }

  @Test func `only so many are in memory, those used last`() async throws {
    var bank = HostedBank()
    bank.limits.sessionsInMemory = 3
    let host = bank.host()
    for number in 1...10 {
      try await bank.start(host, as: .of("ada", number), answering: 1)
      #expect(host.table.memory.sessions <= 3)
    }
    #expect((1...10).filter { host.table.hasInMemory(.of("ada", $0)) } == [8, 9, 10])
    for number in 1...10 {
      _ = try await host.answer(.of("ada", number), .answer("20"))
      #expect(try await host.settled(.of("ada", number)).question?.prompt.id == "sure")
    }
  }

  @Test func `only so many bytes are in memory`() async throws {
    var bank = HostedBank()
    bank.limits.bytesInMemory = 100_000
    let host = bank.host()
    for number in 1...20 { try await bank.start(host, as: .of("ada", number), answering: 2) }
    #expect(host.table.memory.bytes <= 100_000)
    #expect(3...8 ~= host.table.memory.sessions)
  }

  @Test func `a host that runs unloads what is idle by itself`() async throws {
    let (bank, key) = (HostedBank(), SessionKey.of("ada"))
    let host = bank.host()
    try await bank.start(host, as: key, answering: 1)
    let running = Task { await host.run() }
    try await eventually("it is unloaded") {
      bank.clock.advance(to: bank.clock.now + 1)
      return !host.table.hasInMemory(key)
    }
    let idle = bank.clock.now.timeIntervalSince(HostedBank.now)
    #expect(idle > host.limits.idleTime / .seconds(1))
    running.cancel()
    await running.value
    #expect(try await host.state(of: key).question?.prompt.id == "amount")
  }

  @Test func `what is under way is not unloaded`() async throws {
    var bank = HostedBank()
    // The clock passes what makes a session idle, and not what a load may take.
    bank.limits.loadTime = .seconds(8_000)
    let host = bank.host()
    let gate = Gate<Void>()
    bank.outside.loading.withLock { $0 = gate }
    try await bank.start(host, as: .of("ada"))
    _ = try await host.answer(.of("ada"), .answer("Ann"))
    bank.clock.advance(to: HostedBank.now + 7_000)
    await host.sweep()
    #expect(host.table.hasInMemory(.of("ada")))
    gate.open()
    #expect(try await host.settled(.of("ada")).question?.prompt.id == "amount")
  }

  @Test func `worlds are let go with the last session of their user`() async throws {
    let bank = HostedBank()
    let host = bank.host()
    try await bank.start(host, as: .of("ada", 1))
    try await bank.start(host, as: .of("ada", 2))
    weak let world = try await host.worlds.world(of: "ada")
    #expect(world != nil)
    bank.clock.advance(to: HostedBank.now + 7_000)
    await host.sweep()
    #expect(world == nil)
  }

  /// Hosts that unload, end and begin again at random do what controllers do that never stop.
  @Test(arguments: MemoryTests.seeds)
  func `random calls come to the same journals as without unloading`(_ seed: Int) async throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var bank = HostedBank()
    bank.limits.sessionsInMemory = 2
    var host = bank.host()
    let keys = (1...5).map { SessionKey.of("ada", $0) }
    let model = Outside()
    var controllers: [FlowController] = []
    for key in keys {
      try await bank.start(host, as: key)
      let controller = FlowController()
      controller.start(
        TransferFlow(outside: model),
        SessionOptions(
          environment: HostedBank.environment, session: key.session, world: "bank of ada"))
      controllers.append(controller)
    }
    for _ in 0..<80 {
      let index = Int.random(in: keys.indices, using: &random)
      let (key, controller) = (keys[index], controllers[index])
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        await host.close()
        host = bank.host()
      case 1...2:
        _ = try await host.back(key)
        controller.back()
      case 3:
        _ = try await host.answer(key, .answer("0"))
        controller.answer("0")
      default:
        let answer: Answer =
          switch controller.prompt?.id {
          case "amount"?: .text("\(Int.random(in: 1...100, using: &random))")
          case "sure"?: true
          default: .text("word \(Int.random(in: 0..<1_000, using: &random))")
          }
        _ = try await host.answer(key, .answer(answer))
        controller.answer(answer)
      }
      _ = try await host.settled(key)
      controller.waitUntilSettled()
    }
    for (key, controller) in zip(keys, controllers) {
      #expect(try await host.journal(of: key) == controller.journal.text)
    }
    #expect(bank.outside.sent.values.sorted() == model.sent.values.sorted())
  }

  /// Whatever tasks do to the same sessions at once, each user finds what that user has typed, and in the store
  /// what is in memory.
  @Test(arguments: MemoryTests.seeds)
  func `many tasks at the same sessions mix nothing up, and leave nothing behind`(
    _ seed: Int
  ) async throws {
    var bank = HostedBank()
    bank.limits.sessionsInMemory = 2
    let host = bank.host()
    let keys = [SessionKey.of("ada", 1), .of("ada", 2), .of("bob", 3), .of("bob", 4)]
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          var random = SeededNumbers(seed: UInt64(100 * seed + number))
          for _ in 0..<40 { await Self.act(on: random.pick(keys), at: host, &random) }
        }
      }
    }
    var journals: [SessionKey: String] = [:]
    for key in keys {
      do throws(HostFault) {
        _ = try await Self.settled(key, at: host)
        journals[key] = try await host.journal(of: key)
      } catch {
        #expect(error.code == .notFound, "\(key): \(error)")
      }
    }
    await host.close()
    #expect(host.table.memory == (0, 0))
    #expect(host.table.followers == 0)
    let next = bank.host()
    for (key, journal) in journals {
      #expect(try await next.journal(of: key) == journal)
      let other = key.user == "ada" ? "bob" : "ada"
      #expect(!journal.contains("of \(other)"), "\(journal)")
    }
    #expect(bank.outside.sent.values.allSatisfy { $0.contains("of ") })
  }

  /// Does one thing of many to a session, which may be refused for what others do.
  private static func act(
    on key: SessionKey, at host: SessionHost, _ random: inout SeededNumbers
  ) async {
    do throws(HostFault) {
      switch random.below(14) {
      case 0: await host.sweep()
      case 1: try await host.forget(key)
      case 2 where random.chance(0.3): try await host.erase(key.user)
      case 3: _ = try await host.back(key)
      case 4: _ = try await host.journal(of: key)
      case 5: _ = try await host.answers(of: key)
      case 6:
        for await _ in try await host.states(of: key) { break }
      case 7: try await host.start("transfer", as: key, in: HostedBank.environment)
      default: try await answer(key, at: host, random.below(100) + 1)
      }
    } catch {
      // A user may be erased while one of the user's sessions is being changed: its record is gone then.
      let usual: [HostFault.Code] = [.notFound, .committing, .store, .taken]
      if !usual.contains(error.code) { Issue.record("\(error)") }
      if error.code == .notFound {
        _ = try? await host.start("transfer", as: key, in: HostedBank.environment)
      }
    }
  }

  private static func answer(
    _ key: SessionKey, at host: SessionHost, _ number: Int
  ) async throws(HostFault) {
    guard let question = try await host.state(of: key).question else { return await Task.yield() }
    let answer: Answer =
      switch question.prompt.id {
      case "amount": .text("\(number)")
      case "sure": true
      default: .text("\(number) of \(key.user)")
      }
    _ = try await host.answer(key, .answer(answer), to: question.token)
  }

  /// How a session stands once nothing is under way in it.
  private static func settled(
    _ key: SessionKey, at host: SessionHost
  ) async throws(HostFault) -> HostedState {
    try await host.state(of: key, patience: .seconds(1_000_000_000))
  }
}
