import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import Foundation
import ServiceCalls
import ServiceOrders
import ServiceTestSupport
import TestSupport
import Testing

/// The access token is seen by nobody but the bank.
@Suite struct PrivacyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Everything that can be said about a value.
  private func words(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) \(dumped)"
  }

  private func isTold(_ text: String) -> Bool {
    // Any longer part of it is too much.
    let bytes = Array(secret)
    return (0...(bytes.count - 12)).contains { text.contains(String(bytes[$0..<($0 + 12)])) }
  }

  @Test func `no description has the token in it`() throws {
    let token = try AccessToken(secret)
    let configuration = HTTPBank.Configuration(address: try BankAddress("http://127.0.0.1:1"))
    let client = HTTPBank(
      configuration, token: .text(token), orders: try OrderBook(folder: folder.path))
    for value in [token, TokenSource.text(token), client, [token], ["a": token]] as [Any] {
      #expect(!isTold(words(value)))
    }
    #expect(isTold(secret))
  }

  @Test(arguments: [401, 403, 400, 404, 429, 500, 200])
  func `a bank that tells the token back is not repeated`(_ status: Int) async throws {
    let bodies: [@Sendable (String) -> (String, type: String)] = [
      {
        (#"{"error":"invalid_token","error_description":"Not valid: \#($0)"}"#, "application/json")
      },
      { (#"{"error":"\#($0)"}"#, "application/json") },
      { (#"{"errors":[{"message":"\#($0)"}]}"#, "application/json") },
      { (#"{"errors":["\#($0.dropFirst(7).prefix(30))"]}"#, "application/json") },
      { ("<p>You sent: \($0) and \($0)</p>", "text/html") },
      { (String(repeating: "x", count: 100) + $0, "text/plain") },
      { ("", $0) },
      { (#"{"accounts":[{"createdAt":"\#($0)"}]}"#, "application/json") },
      {
        (
          #"{"error":"invalid_token","error_description":"\u0065\#($0.dropFirst(8))"}"#,
          "application/json"
        )
      },
    ]
    for body in bodies {
      let server = ScriptedServer { request, _ in
        let (text, type) = body(request.header("Authorization") ?? "")
        return .answer(status, text, type: type)
      }
      try await server.during { server, address in
        let events = Notes<HTTPBank.Event>()
        let time = TestTime(try date(noon))
        let client = try makeClient(
          address, in: folder, timing: time.timing(), events: { events.add($0) })
        let all: Range<Date> = .distantPast ..< .distantFuture
        let account = try #require(Account.ID(uuid(1, "a")))
        var errors: [any Error] = []
        do { _ = try await client.accounts() } catch { errors.append(error) }
        do { _ = try await client.payments(of: account, in: all) } catch { errors.append(error) }
        do { _ = try await client.identity() } catch { errors.append(error) }
        do { try await client.logOut() } catch { errors.append(error) }
        await client.close()
        #expect(server.requests.first?.header("Authorization") == "Bearer \(secret)")
        for told in errors.map(words) + events.all.map(words) {
          #expect(!isTold(told), "\(told)")
        }
      }
    }
  }

  @Test func `what the bank wrote in place of an id is noted without the token`() async throws {
    let server = ScriptedServer { request, _ in
      let token = (request.header("Authorization") ?? "").dropFirst("Bearer ".count)
      return .answer(200, #"{"accounts":[{"accountUid":"\#(token)","currency":7}]}"#)
    }
    try await server.during { _, address in
      let events = Notes<HTTPBank.Event>()
      let client = try makeClient(address, in: folder, events: { events.add($0) })
      #expect(try await client.accounts().isEmpty)
      await client.close()
      #expect(events.all.contains(.passedOver(what: "account", id: "[redacted]")))
    }
  }

  @Test(arguments: ["1", "minorUnits", "OUT", "GBP", "4000", "true"])
  func `a token that is also in the answers changes nothing of them`(
    _ token: String
  ) async throws {
    try await World.with(.client, isSample: true) { world in
      try await world.control("PUT", "tokens", #"[{"token":"\#(token)"}]"#)
      let client = try makeClient(try #require(world.address), in: folder, token: token)
      let accounts = try await client.accounts()
      #expect(accounts == (try await world.books.accounts()))
      let all: Range<Date> = .distantPast ..< .distantFuture
      let payments = try await client.payments(of: world.account.id, in: all)
      let booked = try await world.books.payments(of: world.account.id, in: all)
      #expect(payments.map(\.id) == booked.map(\.id))
      #expect(payments.map(\.amount) == booked.map(\.amount))
      await client.close()
    }
  }

  @Test(arguments: ["ro", "error", "scope", "Required", "read"])
  func `a token that is also in a refusal hides no missing permission`(
    _ token: String
  ) async throws {
    try await World.with(.client) { world in
      try await world.control(
        "PUT", "tokens", #"[{"token":"\#(token)","scopes":["account:read"]}]"#)
      let client = try makeClient(try #require(world.address), in: folder, token: token)
      let error = await #expect(throws: BankError.self) {
        try await client.balance(of: world.account.id)
      }
      #expect(error?.code == .insufficientScope)
      #expect(error?.scope == "balance:read")
      await client.close()
    }
  }

  @Test func `nothing of the token is in the book`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      _ = try await world.bank.move(world.order(1_58, goal.id))
      for name in try FileManager.default.contentsOfDirectory(atPath: world.folder.path) {
        guard let data = FileManager.default.contents(atPath: "\(world.folder.path)/\(name)") else {
          continue
        }
        #expect(data.range(of: Data(secret.utf8)) == nil)
      }
    }
  }

  @Test func `the book and its locks are for their owner alone`() async throws {
    try await World.with(.client) { world in
      _ = try await world.goal()
      let files = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
        .filter { $0.hasPrefix("orders") || $0.hasSuffix(".lock") }
      #expect(files.count >= 2)
      for name in files {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: "\(world.folder.path)/\(name)")
        let mode = try #require(attributes[.posixPermissions] as? NSNumber)
        #expect(mode.intValue & 0o077 == 0, "\(name)")
      }
    }
  }

  @Test func `the token goes to the bank alone: a redirect is not followed`() async throws {
    let stranger = ScriptedServer([.answer(200, #"{"accounts":[]}"#)])
    try await stranger.during { stranger, elsewhere in
      try await ScriptedServer.with([
        .answer(307, more: "Location: \(elsewhere)/api/v2/accounts\r\n")
      ]) { _, address in
        let client = try makeClient(address, in: folder)
        _ = await #expect(throws: BankError.self) { try await client.accounts() }
        await client.close()
      }
      #expect(stranger.requests.isEmpty)
    }
  }

  @Test(arguments: [
    "http://api.starlingbank.com", "http://127.0.0.1.example.com", "http://10.0.0.1",
    "http://[::2]", "ftp://127.0.0.1", "127.0.0.1", "", "https://", "https://me:you@bank.example",
    "https://bank.example?x=1", "https://bank.example#x",
  ])
  func `an address that a token must not go to is none`(_ text: String) {
    #expect(throws: BankAddress.Problem.self) { try BankAddress(text) }
  }

  @Test(arguments: [
    ("https://api.starlingbank.com", "https://api.starlingbank.com"),
    ("https://API.StarlingBank.com/", "https://api.starlingbank.com"),
    ("https://api.starlingbank.com/api/v2/", "https://api.starlingbank.com"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("http://localhost:8080/", "http://localhost:8080"),
    ("http://[::1]:8080", "http://[::1]:8080"),
    ("https://proxy.example/bank/api/v2", "https://proxy.example/bank"),
  ])
  func `an address is read`(_ text: String, _ read: String) throws {
    #expect(try BankAddress(text).text == read)
  }

  @Test func `an unencrypted stranger has to be allowed`() throws {
    let address = try BankAddress("http://10.0.0.1:80", allowsUnencrypted: true)
    #expect(address.text == "http://10.0.0.1:80")
  }
}
