import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// What is beyond each limit of a host: refused with when to try again, or held.
struct LimitTests {
  /// A limit, and what comes of asking for more than it allows.
  struct Limit: Sendable, CustomTestStringConvertible {
    let name: String
    let code: HostFault.Code
    let retryAfter: Duration?
    let set: @Sendable (inout HostLimits) -> Void
    /// Has as much as there may be, and asks for more.
    let exceed: @Sendable (HostedBank, SessionHost) async throws -> Void

    var testDescription: String { name }

    init(
      _ name: String, _ code: HostFault.Code, after retryAfter: Duration?,
      set: @escaping @Sendable (inout HostLimits) -> Void,
      exceed: @escaping @Sendable (HostedBank, SessionHost) async throws -> Void
    ) {
      (self.name, self.code, self.retryAfter) = (name, code, retryAfter)
      (self.set, self.exceed) = (set, exceed)
    }
  }

  private static let calls = [
    Limit("calls at once", .busy, after: .seconds(1)) {
      $0.callsAtOnce = 1
    } exceed: { bank, host in
      _ = try host.table.enter(.of("bob", 2), host.limits).get()
      try await bank.start(host, as: .of("ada"))
    },
    Limit("calls of a user at once", .busy, after: .seconds(1)) {
      $0.callsPerUser = 1
    } exceed: { bank, host in
      _ = try host.table.enter(.of("ada", 2), host.limits).get()
      try await bank.start(host, as: .of("ada"))
    },
    Limit("calls in a minute", .busy, after: .seconds(45)) {
      $0.callsPerMinute = 2
    } exceed: { bank, host in
      bank.clock.advance(to: HostedBank.now + 15)
      // A start looks at the session as well.
      try await bank.start(host, as: .of("ada"))
      _ = try await host.state(of: .of("ada"))
    },
    Limit("followers at once", .busy, after: SessionHost.followerSilence) {
      $0.followersAtOnce = 1
    } exceed: { bank, host in
      let keys = [SessionKey.of("ada", 1), .of("bob", 2)]
      for key in keys { try await bank.start(host, as: key) }
      let states = try await host.states(of: keys[0])
      _ = try await host.states(of: keys[1])
      withExtendedLifetime(states) {}
    },
    Limit("followers of a user at once", .busy, after: SessionHost.followerSilence) {
      $0.followersPerUser = 1
    } exceed: { bank, host in
      try await bank.start(host, as: .of("ada"))
      let states = try await host.states(of: .of("ada"))
      _ = try await host.states(of: .of("ada"))
      withExtendedLifetime(states) {}
    },
    Limit("bytes of bodies at once", .full, after: .seconds(5)) {
      $0.bodyBytesAtOnce = 1
    } exceed: { _, host in
      var body = 0
      try host.takePiece(of: SessionHost.uncountedBytes + 2, for: &body)
    },
  ]

  private static let room = [
    Limit("sessions of a user", .tooManySessions, after: .seconds(3_600)) {
      $0.sessionsPerUser = 1
    } exceed: { bank, host in
      try await bank.start(host, as: .of("ada", 1))
      _ = try await host.start("patient", as: .of("ada", 2))
    },
    Limit("sessions of a flow of a user", .tooManySessions, after: .seconds(3_600)) {
      $0.sessionsPerUserAndFlow = 1
    } exceed: { bank, host in
      try await bank.start(host, as: .of("ada", 1))
      // Of another flow, and of another user, there may be one.
      _ = try await host.start("patient", as: .of("ada", 2))
      try await bank.start(host, as: .of("bob", 3))
      try await bank.start(host, as: .of("ada", 4))
    },
    Limit("sessions of a flow", .full, after: .seconds(3_600)) {
      $0.sessionsPerFlow = 1
    } exceed: { bank, host in
      try await bank.start(host, as: .of("ada", 1))
      // Of another flow there may be one.
      _ = try await host.start("patient", as: .of("ada", 2))
      try await bank.start(host, as: .of("bob", 3))
    },
    Limit("sessions in all", .full, after: .seconds(3_600)) {
      $0.sessionsInAll = 1
    } exceed: { bank, host in
      try await bank.start(host, as: .of("ada", 1))
      try await bank.start(host, as: .of("bob", 2))
    },
    Limit("bytes of given answers", .tooMuchGiven, after: nil) {
      $0.givenBytes = 5
    } exceed: { _, host in
      _ = try await host.start(
        "transfer", as: .of("ada"), given: [GivenAnswer("name", answer: "Ann")])
    },
    Limit("bytes of a user's files", .tooManyFiles, after: .seconds(3_600)) {
      $0.fileBytesPerUser = 5
    } exceed: { bank, host in
      try await bank.start(host, as: .of("ada"))
      _ = try await host.keep(FileContents(Array("123456".utf8), named: "a"), for: .of("ada"))
    },
    Limit("bytes of all files", .full, after: .seconds(3_600)) {
      $0.fileBytesInAll = 5
    } exceed: { bank, host in
      try await bank.start(host, as: .of("ada"))
      _ = try await host.keep(FileContents(Array("123456".utf8), named: "a"), for: .of("ada"))
    },
  ]

  @Test(arguments: LimitTests.calls + LimitTests.room)
  func `what is beyond a limit is refused, with when to try again`(_ limit: Limit) async throws {
    var bank = HostedBank()
    limit.set(&bank.limits)
    let (limited, host) = (bank, bank.host())
    let fault = await #expect(throws: HostFault.self) { try await limit.exceed(limited, host) }
    #expect(fault?.code == limit.code)
    #expect(fault?.retryAfter == limit.retryAfter)
    #expect(fault?.isInternal == false, "nothing is wrong with the program")
    // As far as it was allowed, it is done by a host that allows more.
    let other = HostedBank()
    try await limit.exceed(other, other.host())
  }

  @Test func `what finds no turn is held, and of a commit nothing is sent`() async throws {
    var bank = HostedBank()
    let (busy, writing, reading) = (
      SessionKey.of("ada", 1), SessionKey.of("bob", 2), SessionKey.of("eve", 3)
    )
    let before = bank.host()
    for key in [busy, writing] { try await bank.start(before, as: key, answering: 2) }
    try await bank.start(before, as: reading)
    await before.close()
    bank.limits.effectsAtOnce = 1
    bank.limits.effectsWaiting = 0
    let (host, gate) = (bank.host(), Gate<Void>())
    bank.outside.replying.withLock { $0 = gate }
    _ = try await host.answer(busy, .answer(true))
    try await eventually("the commit is sent") { bank.outside.attempts == 1 }
    _ = try await host.answer(writing, .answer(true))
    let unsent = try await host.settled(writing).question?.prompt.hold
    #expect(unsent?.isCommit == true && unsent?.mayHaveBeenDone == false)
    #expect(bank.outside.attempts == 1)
    _ = try await host.answer(reading, .answer("Eve"))
    let unread = try await host.settled(reading).question?.prompt.hold
    #expect(unread?.isCommit == false)
    bank.outside.replying.withLock { $0 = nil }
    gate.open()
    #expect(try await host.settled(busy).question?.prompt.id == "note")
    for (key, next) in [(writing, "note"), (reading, "amount")] as [(SessionKey, StepID)] {
      // The turn is free in a moment.
      try await eventually("it is done") {
        let question = try await host.settled(key).question
        guard question?.prompt.hold != nil else { return question?.prompt.id == next }
        _ = try await host.answer(key, .answer("again"), to: question?.token)
        return false
      }
    }
    #expect(bank.outside.attempts == 2 && bank.outside.sent.count == 2)
  }
}
