import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// One host, and the calls to it.
struct HostTests {
  private let bank = HostedBank()
  private let key = SessionKey.of("ada")

  @Test func `a session is walked from its start to its end`() async throws {
    let host = bank.host()
    var state = try await bank.start(host, as: key)
    #expect(state.title.text == "Transfer")
    #expect(state.question?.prompt.id == "name")
    #expect(state.question?.token.position == 0)
    for (answer, next) in zip(HostedBank.answers, ["amount", "sure", "note"]) {
      let reply = try await host.answer(key, .answer(answer), to: state.question?.token)
      #expect(reply.reception == .accepted)
      state = try await host.settled(key)
      #expect(state.question?.prompt.id.rawValue == next)
    }
    let reply = try await host.answer(key, .answer("rent"), to: state.question?.token)
    #expect(reply.state.end?.standing == .finished("Ann got 20: rent"))
    #expect(reply.state.end?.text?.text == "Done: Ann got 20: rent")
    #expect(bank.outside.sent.values.sorted() == ["Ann 20"])
    #expect(try await host.journal(of: key).contains("world \"bank of ada\""))
  }

  @Test func `what has ended is shown by the next program too`() async throws {
    try await bank.start(bank.host(), as: key, answering: 4)
    let host = bank.host()
    let state = try await host.state(of: key)
    #expect(state.end?.standing == .finished("Ann got 20: rent"))
    #expect(state.end?.text?.text == "Done: Ann got 20: rent")
    #expect(state.title.text == "Transfer")
    let answers = try await host.answers(of: key)
    #expect(answers.map(\.prompt.question.text).first == "To whom?")
    #expect(answers.map(\.answer.path.ids.last?.rawValue) == ["name", "amount", "sure", "note"])
    let reply = try await host.answer(key, .answer("more"))
    #expect(reply.reception == .outdated(.notRunning))
  }

  @Test func `why a session failed is told as long as it is kept`() async throws {
    let host = bank.host()
    try await host.start("closed", as: key, in: HostedBank.environment)
    let state = try await host.answer(key, .answer("Ann"), patience: .seconds(1_000_000_000)).state
    #expect(state.end?.text?.text == "Ann's account was closed.")
    bank.clock.advance(to: HostedBank.now + 7_000)
    await host.sweep()
    #expect(!host.table.hasInMemory(key))
    for host in [host, bank.host()] {
      let state = try await host.state(of: key)
      #expect(state.end?.text?.text == "Ann's account was closed.")
    }
  }

  @Test func `only kept answers are listed while the store fails`() async throws {
    let readings = Readings()
    let bank = HostedBank { CountedStore(base: $0, readings) }
    try await bank.start(bank.host(), as: key, answering: 1)
    let host = bank.host()
    #expect(try await host.answers(of: key).count == 1)
    readings.isFailing = true
    await expect(.store) { try await host.answer(key, .answer("20")) }
    #expect(try await host.state(of: key).question?.prompt.id == "amount")
    #expect(try await host.answers(of: key).map(\.answer.path.ids.last?.rawValue) == ["name"])
    #expect(try await !host.journal(of: key).contains("answer amount"))
    readings.isFailing = false
    _ = try await host.answer(key, .answer("20"))
    #expect(try await host.answers(of: key).count == 2)
  }

  @Test func `the same start again changes nothing`() async throws {
    let host = bank.host()
    try await bank.start(host, as: key, answering: 1)
    let state = try await bank.start(host, as: key)
    #expect(state.question?.prompt.id == "amount")
    #expect(try await bank.start(bank.host(), as: key).question?.prompt.id == "amount")
    await #expect(throws: HostFault.self) { try await host.start("patient", as: key) }
  }

  @Test func `a user's sessions do not exist for another`() async throws {
    let host = bank.host()
    let state = try await bank.start(host, as: key, answering: 1)
    let foreign = SessionKey("eve", key.session)
    await expect(.notFound) { try await host.state(of: foreign) }
    await expect(.notFound) {
      try await host.answer(foreign, .answer("20"), to: state.question?.token)
    }
    await expect(.notFound) { try await host.journal(of: foreign) }
    await expect(.notFound) { try await host.answers(of: foreign) }
    await expect(.notFound) { try await host.back(foreign) }
    await expect(.notFound) { try await host.forget(foreign) }
    await expect(.notFound) { _ = try await host.states(of: foreign) }
    await expect(.taken) { try await host.start("transfer", as: foreign) }
    #expect(try await host.list(SessionQuery(of: "eve")).items.isEmpty)
    #expect(try await host.erase("eve") == 0)
    #expect(try await host.settled(key).question?.prompt.id == "amount")
  }

  @Test func `an unknown flow and too many sessions are refused`() async throws {
    var bank = bank
    bank.limits.sessionsPerUser = 2
    let host = bank.host()
    await expect(.unknownFlow) { try await host.start("nothing", as: key) }
    try await bank.start(host, as: .of("ada", 1))
    try await bank.start(host, as: .of("ada", 2))
    await expect(.tooManySessions) { try await host.start("transfer", as: .of("ada", 3)) }
    try await bank.start(host, as: .of("bob", 4))
    try await host.forget(.of("ada", 1))
    try await bank.start(host, as: .of("ada", 3))
  }

  @Test func `a refused answer leaves the question as it was`() async throws {
    let host = bank.host()
    let state = try await bank.start(host, as: key, answering: 1)
    let reply = try await host.answer(key, .answer("500"), to: state.question?.token)
    guard case .refused(let refusal) = reply.reception else {
      Issue.record("\(reply.reception)")
      return
    }
    #expect(refusal.code == .tooHigh)
    #expect(reply.state.question?.token == state.question?.token)
  }

  @Test func `sessions do not wait for each other`() async throws {
    let host = bank.host()
    let gate = Gate<Void>()
    bank.outside.loading.withLock { $0 = gate }
    try await bank.start(host, as: .of("ada", 1))
    let reply = try await host.answer(.of("ada", 1), .answer("Ann"))
    #expect(reply.reception == .accepted)
    #expect(reply.state.underWay.map(\.id) == ["fee"])
    // The call has returned while the load is under way; others are served, the same user's too.
    try await bank.start(host, as: .of("ada", 2))
    try await bank.start(host, as: .of("bob", 3))
    let stopped = try await host.stopWaiting(.of("ada", 1))
    #expect(stopped.reception == .accepted)
    #expect(try await host.settled(.of("ada", 1)).question?.prompt.id == "name")
    gate.open()
  }

  @Test func `a call waits for the next question as long as it has patience`() async throws {
    let host = bank.host()
    let gate = Gate<Void>()
    bank.outside.loading.withLock { $0 = gate }
    try await bank.start(host, as: key)
    _ = try await host.answer(key, .answer("Ann"))
    async let patient = host.state(of: key, patience: .seconds(3))
    gate.open()
    #expect(try await patient.question?.prompt.id == "amount")
  }

  @Test func `patience ends by the host's clock`() async throws {
    var bank = bank
    // However far the clock comes before anybody looks, the load goes on.
    bank.limits.loadTime = .seconds(1_000_000_000)
    let host = bank.host()
    let gate = Gate<Void>()
    bank.outside.loading.withLock { $0 = gate }
    try await bank.start(host, as: key)
    _ = try await host.answer(key, .answer("Ann"))
    let advancing = Task { [clock = bank.clock] in
      while !Task.isCancelled {
        clock.advance(to: clock.now.addingTimeInterval(1))
        await Task.yield()
      }
    }
    let state = try await host.state(of: key, patience: .seconds(3))
    advancing.cancel()
    #expect(state.underWay.map(\.id) == ["fee"])
    gate.open()
  }

  @Test func `a session that has ended is not waited for`() async throws {
    let host = bank.host()
    try await bank.start(host, as: key, answering: 3)
    guard case .live(let live)? = host.table.session(key)?.content else {
      Issue.record("it is not in memory")
      return
    }
    // It ends by itself, and no call has looked at it since.
    _ = live.controller.answer("rent")
    try await eventually("the end") { live.end != nil }
    let isOver = Shared(false)
    let waiting = Task {
      await host.wait(for: key, atMost: .seconds(1_000_000))
      isOver.change { $0 = true }
    }
    try await eventually("nothing is waited for") { isOver.value }
    await waiting.value
    for await _ in live.controller.statesWhileRunning() { Issue.record("it runs") }
    #expect(try await host.state(of: key).end != nil)
  }

  @Test func `states are followed to the end`() async throws {
    let host = bank.host()
    try await bank.start(host, as: key, answering: 3)
    let states = try await host.states(of: key)
    let last = Task {
      var last: HostedState?
      for await state in states { last = state }
      return last
    }
    _ = try await host.answer(key, .answer("rent"))
    #expect(await last.value?.end?.standing == .finished("Ann got 20: rent"))
  }

  @Test func `a closed host refuses calls, and the next continues`() async throws {
    let host = bank.host()
    try await bank.start(host, as: key, answering: 2)
    await host.close()
    await expect(.closing) { try await host.state(of: key) }
    #expect(host.table.memory.sessions == 0)
    #expect(try await bank.host().state(of: key).question?.prompt.id == "sure")
  }

  @Test func `a user has only so many calls at once`() async throws {
    var bank = bank
    bank.limits.callsPerUser = 1
    let host = bank.host()
    let session = try host.table.enter(key, host.limits).get()
    await expect(.busy) { try await host.state(of: .of("ada", 2)) }
    await expect(.notFound) { try await host.state(of: .of("bob", 2)) }
    host.table.leave(session)
    await expect(.notFound) { try await host.state(of: .of("ada", 2)) }
  }

  @Test func `those who follow keep no call from being done, and are only so many`() async throws {
    var bank = bank
    bank.limits.callsPerUser = 1
    bank.limits.followersPerUser = 2
    let host = bank.host()
    try await bank.start(host, as: key)
    let states = [try await host.states(of: key), try await host.states(of: key)]
    #expect(try await host.state(of: key).question?.prompt.id == "name")
    do {
      _ = try await host.states(of: key)
      Issue.record("a third follows")
    } catch {
      #expect(error.code == .busy)
      #expect(error.retryAfter == SessionHost.followerSilence)
    }
    // Others have followers of their own, and a session that is not there has none.
    await expect(.notFound) { _ = try await host.states(of: .of("bob", 2)) }
    #expect(host.table.followers == states.count)
  }

  @Test func `a user has only so many calls in a minute`() async throws {
    var bank = bank
    bank.limits.callsPerMinute = 3
    let host = bank.host()
    for _ in 0..<3 { await expect(.notFound) { try await host.state(of: .of("ada", 2)) } }
    do {
      _ = try await host.state(of: .of("ada", 2))
      Issue.record("a fourth call was done")
    } catch {
      #expect(error.code == .busy)
      // The clock stands at a full minute.
      #expect(error.retryAfter == .seconds(60))
    }
    await expect(.notFound) { try await host.state(of: .of("bob", 2)) }
    bank.clock.advance(to: HostedBank.now + 59)
    await expect(.busy) { try await host.state(of: .of("ada", 2)) }
    bank.clock.advance(to: HostedBank.now + 60)
    await expect(.notFound) { try await host.state(of: .of("ada", 2)) }
    // A clock that was set back does not keep anybody out.
    var rates = CallRates()
    #expect(rates.secondsToWait(for: "ada", at: HostedBank.now + 600, limit: 1) == nil)
    #expect(rates.secondsToWait(for: "ada", at: HostedBank.now, limit: 1) == nil)
  }
}

/// Expects that a call is refused.
func expect(
  _ code: HostFault.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ call: () async throws -> Any
) async {
  do {
    _ = try await call()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let fault as HostFault {
    #expect(fault.code == code, "\(fault)", sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}
