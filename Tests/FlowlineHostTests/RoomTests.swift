import Flowline
import FoundationEssentials
import TestSupport
import Testing

@testable import FlowlineHost

/// How much users may have, each of them and all together.
struct RoomTests {
  private func makeBank(_ change: (inout HostLimits) -> Void) -> HostedBank {
    var bank = HostedBank()
    change(&bank.limits)
    return bank
  }

  private func file(_ count: Int) -> FileContents {
    FileContents([UInt8](repeating: UInt8(ascii: "a"), count: count), named: "\(count).txt")
  }

  @Test func `no session is begun beyond those that all users may have, at any node`()
    async throws
  {
    let reported = Shared<[HostFault.Code]>([])
    let bank = makeBank { $0.sessionsInAll = 2 }
    let one = bank.host { fault, _ in reported.change { $0.append(fault.code) } }
    let other = bank.host()
    try await bank.start(one, as: .of("ada", 1))
    try await bank.start(other, as: .of("bob", 2))
    await expect(.full) { try await other.start("transfer", as: .of("eve", 3)) }
    // What another node added is known a minute later.
    bank.clock.advance(to: HostedBank.now + 60)
    let fault = await #expect(throws: HostFault.self) {
      try await one.start("transfer", as: .of("eve", 3))
    }
    #expect(fault?.code == .full && fault?.retryAfter == .seconds(3_600))
    #expect(reported.value == [.full], "those who look after the program are notified")
    // What there is goes on.
    let key = SessionKey.of("ada", 1)
    #expect(try await bank.start(one, as: key).question?.prompt.id == "name")
    #expect(try await one.answer(key, .answer("Ann")).reception == .accepted)
    try await one.forget(.of("bob", 2))
    bank.clock.advance(to: HostedBank.now + 120)
    try await bank.start(one, as: .of("eve", 3))
  }

  @Test func `no session of a flow is begun beyond those that all users may have of it`()
    async throws
  {
    let bank = makeBank { $0.sessionsPerFlow = 2 }
    let (one, other) = (bank.host(), bank.host())
    try await bank.start(one, as: .of("ada", 1))
    try await bank.start(other, as: .of("bob", 2))
    await expect(.full) { try await other.start("transfer", as: .of("eve", 3)) }
    // Other flows have a number of their own.
    _ = try await other.start("patient", as: .of("eve", 4))
    // What another node added is known a minute later.
    bank.clock.advance(to: HostedBank.now + 60)
    await expect(.full) { try await one.start("transfer", as: .of("eve", 3)) }
    try await one.forget(.of("bob", 2))
    bank.clock.advance(to: HostedBank.now + 120)
    try await bank.start(one, as: .of("eve", 3))
    await expect(.full) { try await one.start("transfer", as: .of("ada", 5)) }
  }

  @Test func `sessions of a flow are counted beyond one page of a list`() async throws {
    let bank = makeBank {
      $0.sessionsPerFlow = 1_002
      $0.sessionsPerUser = .max
    }
    let before = bank.host()
    for number in 1...1_001 { try await bank.start(before, as: .of("ada", number)) }
    let host = bank.host()
    try await bank.start(host, as: .of("bob", 1_002))
    await expect(.full) { try await host.start("transfer", as: .of("eve", 1_003)) }
  }

  @Test func `bodies of requests share their room, and the beginning of each needs none`() throws {
    let reported = Shared<[HostFault.Code]>([])
    let host = makeBank { $0.bodyBytesAtOnce = 1_000 }.host { fault, _ in
      reported.change { $0.append(fault.code) }
    }
    let beginning = SessionHost.uncountedBytes
    var (one, other, last) = (0, 0, 0)
    try host.takePiece(of: beginning, for: &one)
    try host.takePiece(of: 600, for: &one)
    try host.takePiece(of: beginning, for: &other)
    let fault = #expect(throws: HostFault.self) { try host.takePiece(of: 401, for: &other) }
    #expect(fault?.code == .full && fault?.retryAfter == .seconds(5))
    #expect(other == beginning && reported.value == [.full])
    try host.takePiece(of: 400, for: &other)
    host.forgetBody(of: one)
    try host.takePiece(of: 600, for: &other)
    host.forgetBody(of: other)
    try host.takePiece(of: beginning + 1_000, for: &last)
    #expect(last == beginning + 1_000)
  }

  @Test func `a piece of a body that is not kept makes room for others`() throws {
    let host = makeBank { $0.bodyBytesAtOnce = 1_000 }.host()
    let beginning = SessionHost.uncountedBytes
    var (one, other, last) = (0, 0, 0)
    try host.takePiece(of: beginning + 1_000, for: &one)
    #expect(throws: HostFault.self) { try host.takePiece(of: beginning + 1, for: &other) }
    host.freePiece(of: 400, from: &one)
    #expect(one == beginning + 600)
    try host.takePiece(of: beginning + 400, for: &other)
    // What needs no room frees none.
    host.freePiece(of: 600 + beginning / 2, from: &one)
    host.freePiece(of: beginning / 2, from: &one)
    #expect(one == 0)
    try host.takePiece(of: 600, for: &other)
    #expect(throws: HostFault.self) { try host.takePiece(of: 1, for: &other) }
    for body in [one, other] { host.forgetBody(of: body) }
    try host.takePiece(of: beginning + 1_000, for: &last)
  }

  @Test func `a user's files have so many bytes, whichever program keeps them`() async throws {
    let bank = makeBank { $0.fileBytesPerUser = 10 }
    let host = bank.host()
    let keys = (1...2).map { SessionKey.of("ada", $0) }
    for key in keys { try await bank.start(host, as: key) }
    _ = try await host.keep(file(6), for: keys[0])
    await expect(.tooManyFiles) { try await host.keep(file(5), for: keys[1]) }
    let next = bank.host()
    let fault = await #expect(throws: HostFault.self) {
      try await next.keep(file(5), for: keys[1])
    }
    #expect(fault?.code == .tooManyFiles && fault?.retryAfter != nil)
    _ = try await next.keep(file(4), for: keys[1])
    try await bank.start(next, as: .of("bob", 3))
    _ = try await next.keep(file(10), for: .of("bob", 3))
    try await next.forget(keys[0])
    _ = try await next.keep(file(5), for: keys[1])
  }

  @Test func `a file that is sent once more takes no more room`() async throws {
    let bank = makeBank {
      $0.fileBytesPerUser = 10
      $0.fileBytesInAll = 10
    }
    let host = bank.host()
    let key = SessionKey.of("ada", 1)
    try await bank.start(host, as: key)
    for _ in 0..<3 { _ = try await host.keep(file(6), for: key) }
    _ = try await host.keep(file(4), for: key)
  }

  @Test func `the files of all users together have so many bytes`() async throws {
    let bank = makeBank { $0.fileBytesInAll = 10 }
    let host = bank.host()
    let (ada, bob) = (SessionKey.of("ada", 1), SessionKey.of("bob", 2))
    for key in [ada, bob] { try await bank.start(host, as: key) }
    _ = try await host.keep(file(6), for: ada)
    await expect(.full) { try await host.keep(file(5), for: bob) }
    _ = try await host.keep(file(4), for: bob)
    try await host.forget(ada)
    await expect(.full) { try await host.keep(file(1), for: bob) }
    bank.clock.advance(to: HostedBank.now + 60)
    _ = try await host.keep(file(6), for: bob)
  }

  @Test func `files on their way take room, those of one user apart`() {
    let totals = KeptTotals()
    _ = totals.beginFile(of: 6, by: "ada")
    let second = totals.beginFile(of: 5, by: "ada")
    #expect([second.ofUser, second.inAll] == [11, 11])
    let other = totals.beginFile(of: 2, by: "bob")
    #expect([other.ofUser, other.inAll] == [2, 13])
    totals.endFile(of: 6, by: "ada")
    totals.endFile(of: 2, by: "bob")
    let last = totals.beginFile(of: 1, by: "ada")
    #expect([last.ofUser, last.inAll] == [6, 6])
  }

  @Test func `all users are counted once a minute, with what is added meanwhile`() async throws {
    let totals = KeptTotals()
    let counts = Shared(0)
    func told(after seconds: Double) async throws(HostFault) -> StoreUsage? {
      try await totals.usage(at: HostedBank.now + seconds) {
        () async throws(HostFault) -> StoreUsage? in
        counts.change { $0 += 1 }
        return StoreUsage(unfinished: 10 * counts.value, fileBytes: 0)
      }
    }
    await #expect(throws: HostFault.self) {
      try await totals.usage(at: HostedBank.now) { () async throws(HostFault) -> StoreUsage? in
        throw HostFault(.store, "it does not answer")
      }
    }
    #expect(try await told(after: 0)?.unfinished == 10)
    totals.add(sessions: 2, fileBytes: 7)
    #expect(try await told(after: 59) == StoreUsage(unfinished: 12, fileBytes: 7))
    #expect(try await told(after: 60) == StoreUsage(unfinished: 20, fileBytes: 0))
    #expect(counts.value == 2)
  }
}
