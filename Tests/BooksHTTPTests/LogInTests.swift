import BooksClient
import BooksHTTP
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import ServiceCalls
import Synchronization
import TestSupport
import Testing

/// The log-in of a program that links the client alone.
struct LogInTests {
  /// A service that gives new tokens for each request of them, good for an hour.
  private final class Granting: Sendable {
    private let given = Mutex(0)

    func answer(_ request: CallRequest) -> CallResponse {
      guard request.path == FreeAgent.tokenPath else { return json(#"{"contacts":[]}"#) }
      let number = given.withLock { given in
        given += 1
        return given
      }
      let (access, refresh) = ("access-token-\(number)", "refresh-token-\(number)")
      return json(
        #"{"access_token":"\#(access)","refresh_token":"\#(refresh)","expires_in":3600}"#)
    }

    private func json(_ text: String) -> CallResponse {
      CallResponse(
        status: 200, headers: [.init("Content-Type", "application/json")], body: Data(text.utf8))
    }
  }

  private static let now = Date(timeIntervalSince1970: 1_795_176_000)

  private let address: BooksAddress
  private let transport: MemoryTransport
  private let folder: TemporaryFolder

  init() throws {
    address = try BooksAddress("https://books.example")
    let service = Granting()
    transport = MemoryTransport { service.answer($0) }
    folder = try TemporaryFolder()
  }

  /// A keeper as one more run of the program has it.
  private func keeper(after seconds: TimeInterval = 0) -> OAuthTokenKeeper {
    OAuthTokenKeeper(
      address.oauth(for: BasicCredentials(id: "id", secret: "the-secret")),
      file: OAuthTokenFile(path: folder.file("log-in")), transport: transport,
      timing: Timing(now: { Self.now.addingTimeInterval(seconds) }, sleep: { _ in }))
  }

  /// Asks the books for something, and returns the token that went along.
  private func tokenSent(by keeper: OAuthTokenKeeper) async throws -> String? {
    let books = HTTPBooks(
      address, tokens: keeper, transport: transport, userAgent: "Ledger", patience: .none)
    _ = try await books.answer(FreeAgent.List<FreeAgent.Contact>())
    let headers = transport.requests.last?.headers ?? []
    #expect(headers.contains(.init("User-Agent", "Ledger")))
    return headers.first { $0.name == "Authorization" }?.value
  }

  /// Logs in at a program that is a server itself.
  private func logIn() async throws -> HTTPBooksLogIn {
    let logIn = HTTPBooksLogIn(
      keeper(), returningTo: .server { "https://ledger.example/returned" })
    let page = try await logIn.begin()
    let query = FormItem.items(in: page.split(separator: "?").last ?? "")
    #expect(query["redirect_uri"] == "https://ledger.example/returned")
    let state = try #require(query["state"])
    let returned = "?code=a-code&state=\(state)"
    #expect(try await logIn.awaits(returned: returned))
    #expect(try await logIn.take(returned: returned))
    #expect(try await logIn.returned(from: page) == .loggedIn)
    return logIn
  }

  @Test func `a log-in stays for later runs, and is renewed ahead of its end`() async throws {
    #expect(try await logIn().waitsForReturnEvent)
    #expect(try await tokenSent(by: keeper()) == "Bearer access-token-1")
    #expect(try await tokenSent(by: keeper(after: 3_590)) == "Bearer access-token-2")
    #expect(try await tokenSent(by: keeper(after: 3_590)) == "Bearer access-token-2")
  }

  @Test func `without a log-in nothing is sent, and after a log-out neither`() async throws {
    let asked = keeper()
    await #expect(throws: FreeAgent.CallProblem.self) { try await tokenSent(by: asked) }
    #expect(transport.requests.isEmpty)
    try await logIn().logOut()
    let sent = transport.requests.count
    do {
      _ = try await tokenSent(by: keeper())
      Issue.record("somebody is still logged in")
    } catch FreeAgent.CallProblem.loggedOut(let cause) {
      #expect(cause.code == "logged-out")
    }
    #expect(transport.requests.count == sent)
  }

  @Test func `an answer to another page is told from what is no answer`() async throws {
    let logIn = HTTPBooksLogIn(
      keeper(), returningTo: .server { "https://ledger.example/returned" })
    let page = try await logIn.begin()
    #expect(logIn.fault(in: "?code=a-code&state=another", for: page) == .otherAttempt)
    #expect(logIn.fault(in: "not a code", for: page) == .unreadable)
    #expect(logIn.fault(in: "a-code", for: page) == nil)
    #expect(try await !logIn.take(returned: "?code=a-code&state=another"))
    #expect(transport.requests.isEmpty)
  }
}
