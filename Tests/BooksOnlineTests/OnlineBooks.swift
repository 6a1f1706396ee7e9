import BooksClient
import BooksConnection
import BooksHTTP
import BooksSandbox
import EmbeddedBooks
import FoundationEssentials
import ServiceBasics
import ServiceCalls
import Synchronization
import TestSupport
import Testing

/// Books with an address: a sandbox, and connections to it whose sleeps move the clocks of both.
final class OnlineBooks: Sendable {
  let sandbox: BooksSandbox
  let address: BooksAddress
  let folder: TemporaryFolder
  private let transport = NetworkTransport()
  private let elapsed = Mutex(Duration.zero)

  private init(_ sandbox: BooksSandbox, _ address: BooksAddress, _ folder: TemporaryFolder) {
    (self.sandbox, self.address, self.folder) = (sandbox, address, folder)
  }

  /// Runs a test over a sandbox, and audits its books.
  static func with<Value>(_ body: (OnlineBooks) async throws -> Value) async throws -> Value {
    let folder = try TemporaryFolder()
    var configuration = BooksSandboxConfiguration(folder: folder.file("books"))
    configuration.now = noon
    let sandbox = try BooksSandbox(configuration)
    let books = OnlineBooks(sandbox, try BooksAddress(try await sandbox.start()), folder)
    let result: Result<Value, any Error>
    do { result = .success(try await body(books)) } catch { result = .failure(error) }
    await books.transport.close()
    try await sandbox.stop()
    #expect(try sandbox.books.audit() == [])
    return try result.get()
  }

  /// 2026-11-20T12:00:00Z, when sessions of tests begin.
  static let noon = Date(timeIntervalSince1970: 1_795_176_000)

  // MARK: - Clients

  /// Clocks that stand still but for sleeps, which the service’s clock follows, and in which it does what is
  /// late.
  var timing: Timing {
    Timing(
      now: { [self] in Self.noon.addingTimeInterval(elapsed.withLock { $0 } / .seconds(1)) },
      sleep: { [self] in
        try await advance(by: $0)
        try await control(.post, "late")
      },
      random: { 0.5 },
      uptime: { [self] in
        Uptime(boot: "boot", milliseconds: Int64(elapsed.withLock { $0 } / .milliseconds(1)))
      })
  }

  /// Moves the clocks of clients and service; nobody waits.
  func advance(by duration: Duration) async throws {
    elapsed.withLock { $0 += duration }
    try await control(.put, "clock", #"{"advanceSeconds":\#(duration / .seconds(1))}"#)
  }

  /// A connection as a program has it that was just started.
  ///
  /// - Parameter transport: what sends its requests; nil for the network.
  func connection(
    patience: Patience = Patience(), over transport: (any Transport)? = nil
  ) throws -> BooksConnection {
    let file = folder.file("client")
    try folder.write("\(sandbox.clientID)\n\(sandbox.clientSecret)\n", to: "client", mode: 0o600)
    return BooksConnection(
      to: address, client: try ClientFile(path: file), data: folder.file("data"),
      cache: folder.file("copies"), patience: patience, transport: transport, timing: timing)
  }

  /// A bookkeeper as a program has it that was just started.
  func keeper(patience: Patience = Patience()) throws -> Bookkeeper {
    try connection(patience: patience).keeper()
  }

  /// Logs a user in, as a person does who has a browser elsewhere.
  func logIn(_ person: Int = 1) async throws {
    let logIn = try connection().logIn
    let page = try await logIn.begin()
    let back = try await decide(on: page, as: person)
    #expect(try await logIn.finish(with: back, for: page) == .loggedIn)
  }

  // MARK: - Beside the clients

  /// Allows access on a page, or does not.
  ///
  /// - Returns: the address to which the browser is led.
  func decide(
    on page: String, as person: Int = 1, _ decision: String = "allow"
  ) async throws -> String {
    let query = page.split(separator: "?", maxSplits: 1).last ?? ""
    let form =
      FormItem.items(in: query) + [FormItem("person", "\(person)"), FormItem("decision", decision)]
    let answer = try await send(
      .post, "v2/approve_app", body: .form(form.map { .init($0.name, $0.value) }))
    #expect(answer.status == 302)
    return try #require(answer.header("Location"))
  }

  /// Opens an address that leads back to this computer, as the browser does.
  func open(_ address: String) async throws -> CallResponse {
    let parts = address.split(separator: "/", maxSplits: 3)
    let origin = try ServiceAddress("\(parts[0])//\(parts[1])")
    let target = parts[2].split(separator: "?", maxSplits: 1)
    return try await transport.send(
      CallRequest(
        .get, path: [String(target[0])],
        query: FormItem.items(in: target[1]).map { .init($0.name, $0.value) }), to: origin)
  }

  /// Turns a control.
  @discardableResult
  func control(
    _ method: CallRequest.Method, _ path: String, _ body: String = ""
  ) async throws -> String {
    let answer = try await send(
      method, "control/\(path)",
      body: body.isEmpty ? nil : .init(Data(body.utf8), contentType: "application/json"))
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 200, "\(text)")
    return text
  }

  /// How many requests with a verb have come.
  func count(of method: String) async throws -> Int {
    struct Log: Decodable {
      struct Entry: Decodable { let method: String }
      let requests: [Entry]
    }
    let text = try await control(.get, "requests")
    let log = try JSONDecoder().decode(Log.self, from: Data(text.utf8))
    return log.requests.count { $0.method == method }
  }

  private func send(
    _ method: CallRequest.Method, _ path: String, body: CallRequest.Body?
  ) async throws -> CallResponse {
    try await transport.send(
      CallRequest(
        method, path: path.split(separator: "/").map(String.init),
        headers: [.init("User-Agent", "tests")], body: body), to: address.service)
  }
}
