import Bank
import BankClient
import BankTestSupport
import FoundationEssentials
import ServiceCalls
import ServiceOrders
import ServiceTestSupport
import TestSupport
import Testing

private typealias Reply = ScriptedServer.Reply

/// How a client waits, and what for.
@Suite struct PatienceTests {
  private let folder: TemporaryFolder
  private let time: TestTime

  init() throws {
    folder = try TemporaryFolder()
    time = TestTime(try date(noon))
  }

  /// Asks for the accounts of a server of these replies; tells how often it was asked.
  private func ask(
    _ replies: [ScriptedServer.Reply], patience: Patience = Patience(), random: Double = 1,
    onWait: @escaping @Sendable (CallWait?) -> Void = { _ in }
  ) async throws -> (Result<[Account], any Error>, requests: Int) {
    try await ScriptedServer.with(replies) { server, address in
      let client = try makeClient(
        address, in: folder, patience: patience, timing: time.timing(random: random))
      let result: Result<[Account], any Error>
      do {
        result = .success(
          try await HTTPBank.tellingWaits(to: onWait) { try await client.accounts() })
      } catch {
        result = .failure(error)
      }
      await client.close()
      return (result, server.requests.count)
    }
  }

  private let accounts = Reply.answer(200, #"{"accounts":[]}"#)

  @Test func `Retry-After in seconds is kept to, and counted down`() async throws {
    let waits = Notes<CallWait?>()
    let (result, requests) = try await ask(
      [.answer(429, more: "Retry-After: 3\r\n"), accounts], random: 0, onWait: { waits.add($0) })
    #expect(try result.get() == [])
    #expect(requests == 2)
    #expect(time.sleeps == [.seconds(1), .seconds(1), .seconds(1)])
    #expect(
      waits.all
        == [3, 2, 1].map { CallWait(reason: .tooManyRequests, secondsLeft: $0, attempt: 2) } + [nil]
    )
  }

  @Test func `Retry-After as a date is kept to`() async throws {
    let (result, _) = try await ask(
      [.answer(503, more: "Retry-After: Fri, 20 Nov 2026 12:00:02 GMT\r\n"), accounts])
    #expect(try result.get() == [])
    #expect(time.sleeps.reduce(.zero, +) == .seconds(2))
  }

  @Test func `without it the waits double up to a bound, with full jitter`() async throws {
    let patience = Patience(
      attempts: 7, longestWait: .seconds(100), firstDelay: .milliseconds(500),
      longestDelay: .seconds(4))
    let (result, requests) = try await ask([.answer(500)], patience: patience)
    #expect(throws: BankError.self) { try result.get() }
    #expect(requests == 7)
    // 0.5 + 1 + 2 + 4 + 4 + 4
    #expect(time.sleeps.reduce(.zero, +) == .milliseconds(15_500))

    let other = TestTime(time.now)
    _ = try await ScriptedServer.with([.answer(500)]) { _, address in
      let client = try makeClient(
        address, in: folder, patience: patience, timing: other.timing(random: 0.5))
      _ = await #expect(throws: BankError.self) { try await client.accounts() }
      await client.close()
    }
    #expect(other.sleeps.reduce(.zero, +) == .milliseconds(7_750))
  }

  @Test func `who is to wait longer than patience lasts does not wait at all`() async throws {
    let (result, requests) = try await ask([.answer(429, more: "Retry-After: 3600\r\n")])
    #expect(requests == 1)
    #expect(time.sleeps.isEmpty)
    let error = #expect(throws: BankError.self) { try result.get() }
    #expect(error?.code == .tooManyRequests)
    #expect(error?.cause?.contains("in 3600 s") == true)
  }

  @Test(arguments: [
    (ScriptedServer.Reply.close, CallWait.Reason.noAnswer),
    (.answer(502), .serverError(status: 502)),
    (.truncated(200, #"{"accounts":["#), .noAnswer),
  ])
  func `a read that failed is repeated, and the reason is told`(
    _ reply: ScriptedServer.Reply, _ reason: CallWait.Reason
  ) async throws {
    let waits = Notes<CallWait?>()
    let (result, requests) = try await ask([reply, accounts], onWait: { waits.add($0) })
    #expect(try result.get() == [])
    #expect(requests == 2)
    #expect(waits.all.compactMap { $0?.reason } == [reason])
  }

  @Test(arguments: [
    (ScriptedServer.Reply.answer(401, #"{"error":"invalid_token"}"#), BankError.Code.notLoggedIn),
    (.answer(403, #"{"error":"invalid_token"}"#), .notLoggedIn),
    (.answer(401, ""), .notLoggedIn),
    (
      .answer(
        403,
        #"{"error":"insufficient_scope","error_description":"Required: [account:read]"}"#),
      .insufficientScope
    ),
    (.answer(400, #"{"errors":[{"message":"ODD"}]}"#), .refused),
    (.answer(302, "", more: "Location: http://127.0.0.1:1/\r\n"), .unreadableAnswer),
    (.answer(200, "<html>", type: "text/html"), .unreadableAnswer),
    (.answer(200, #"{"accounts":[]}"#, type: "text/plain"), .unreadableAnswer),
    (.answer(200, #"{"accounts":7}"#), .unreadableAnswer),
    (.answer(200, ""), .unreadableAnswer),
  ])
  func `what another attempt does not help is one error at once`(
    _ reply: ScriptedServer.Reply, _ code: BankError.Code
  ) async throws {
    let (result, requests) = try await ask([reply])
    #expect(requests == 1)
    #expect(#expect(throws: BankError.self) { try result.get() }?.code == code)
  }

  @Test func `a body that is cut every time cannot be read`() async throws {
    let (result, requests) = try await ask([.truncated(200, #"{"accounts":["#)])
    #expect(requests == 6)
    #expect(#expect(throws: BankError.self) { try result.get() }?.code == .unreadableAnswer)
  }

  @Test func `nobody there is no connection, and is tried again`() async throws {
    let port = try ClosedPort()
    let waits = Notes<CallWait?>()
    let client = try makeClient(
      "http://127.0.0.1:\(port.number)", in: folder, timing: time.timing())
    let error = await #expect(throws: BankError.self) {
      try await HTTPBank.tellingWaits(to: { waits.add($0) }) { try await client.accounts() }
    }
    await client.close()
    #expect(error?.code == .unavailable)
    #expect(Set(waits.all.compactMap { $0?.reason }) == [.noConnection])
    #expect(waits.all.compactMap { $0?.attempt }.max() == 6)
  }

  @Test func `twenty refused tokens are twenty errors and twenty requests`() async throws {
    try await ScriptedServer.with([.answer(401, #"{"error":"invalid_token"}"#)]) {
      server, address in
      let client = try makeClient(address, in: folder, timing: time.timing())
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            let error = await #expect(throws: BankError.self) { try await client.accounts() }
            #expect(error?.code == .notLoggedIn)
          }
        }
      }
      await client.close()
      #expect(server.requests.count == 20)
      #expect(time.sleeps.isEmpty)
    }
  }

  @Test func `a wait ends at once with its task`() async throws {
    try await ScriptedServer.with([.answer(429, more: "Retry-After: 100\r\n")]) {
      server, address in
      let (waiting, begun) = AsyncStream.makeStream(of: Void.self)
      // The real sleep, which is cut short.
      let client = try makeClient(address, in: folder)
      let task = Task {
        try await HTTPBank.tellingWaits(to: { if $0 != nil { begun.yield() } }) {
          try await client.accounts()
        }
      }
      for await _ in waiting { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(server.requests.count == 1)
      await client.close()
    }
  }

  @Test func `a request that is under way ends with its task as well`() async throws {
    let (asked, begun) = AsyncStream.makeStream(of: Void.self)
    let server = ScriptedServer { _, _ in
      begun.yield()
      return .silence
    }
    try await server.during { _, address in
      let client = try makeClient(address, in: folder, timing: time.timing())
      let task = Task { try await client.accounts() }
      for await _ in asked { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      await client.close()
    }
  }

  @Test func `an answer that never ends is not waited for for ever`() async throws {
    let asked = Signal()
    let server = ScriptedServer { _, _ in
      asked.send()
      return .bytes(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{")
    }
    try await server.during { _, address in
      let client = try makeClient(
        address, in: folder, patience: .none,
        timing: time.timing(expire: { _ in try await asked.wait() }))
      let error = await #expect(throws: BankError.self) { try await client.accounts() }
      #expect(error?.code == .unavailable)
      await client.close()
    }
  }

  @Test func `an answer of more bytes than are read is not read to its end`() async throws {
    try await ScriptedServer.with([.answer(200, String(repeating: " ", count: 200_000))]) {
      _, address in
      var configuration = HTTPBank.Configuration(address: try BankAddress(address))
      configuration.largestAnswer = 100_000
      let client = HTTPBank(
        configuration, token: .text(try AccessToken(secret)),
        orders: try OrderBook(folder: folder.path))
      let error = await #expect(throws: BankError.self) { try await client.accounts() }
      #expect(error?.code == .unreadableAnswer)
      #expect(error?.cause?.contains("longer than 100000 bytes") == true)
      await client.close()
    }
  }
}
