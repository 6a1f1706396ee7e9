import AsyncHTTPClient
import BankDocuments
import BankTestSupport
import FoundationEssentials
import NIOCore
import NIOHTTP1
import SandboxKit
import SandboxTestSupport
import TestSupport
import Testing

struct CommandTests {
  private static let token = "token-of-the-command"

  /// Starts the program over a folder, has something done, and ends it with a signal.
  private func serve(
    _ folder: TemporaryFolder, signal: Int32 = 15, _ body: (String) async throws -> Void
  ) async throws -> BuiltProgram.Result {
    let file = try folder.write("\(Self.token)\n", to: "token")
    let program = try BuiltProgram(
      "flowline-sandbox", "--port", "0", "--data", folder.file("data"), "--token-file", file,
      "--seed", "sample", "--now", TestSandbox.noon, "--log-level", "trace"
    ).start()
    let line = await program.line()
    let start = "flowline-sandbox: listening on http://127.0.0.1:"
    guard line.hasPrefix(start), line.hasSuffix("\n"),
      Int(line.dropFirst(start.count).dropLast()) ?? 0 > 0
    else {
      program.signal(9)
      let end = try await program.end()
      Issue.record("\(line)\(end.errors)")
      return end
    }
    do {
      try await body(String(line.dropFirst("flowline-sandbox: listening on ".count).dropLast()))
    } catch {
      program.signal(9)
      throw error
    }
    program.signal(signal)
    let end = try await program.end()
    #expect(end.output == line, "one line is all there is")
    return end
  }

  private func text(_ method: String, _ url: String, _ body: String = "") async throws -> String {
    var request = HTTPClientRequest(url: url)
    request.method = .RAW(value: method)
    request.headers.add(name: "Authorization", value: "Bearer \(Self.token)")
    request.body = .bytes(ByteBuffer(string: body))
    let response = try await HTTPClient.patient.execute(request, timeout: .seconds(600))
    return String(buffer: try await response.body.collect(upTo: 1_048_576))
  }

  @Test(arguments: [15, 2] as [Int32])
  func `says one line when ready, keeps its data, and ends well when told to`(
    signal: Int32
  ) async throws {
    let folder = try TemporaryFolder()
    let goal = "/api/v2/account/\(uuid(1, "a"))/savings-goals/\(uuid(1, "d"))"
    var goals: Set<String> = []
    for _ in 0..<2 {
      let end = try await serve(folder, signal: signal) { address in
        let moved = try await text(
          "PUT", "\(address)\(goal)/add-money/\(uuid(1, "f"))", #"{"amount":\#(pence(158))}"#)
        #expect(moved.contains("\"success\":true"))
        goals.insert(try await text("GET", "\(address)\(goal)"))
        let refused = try await BuiltProgram(
          "flowline-sandbox", "--port", "0", "--data", folder.file("data")
        ).run()
        #expect(refused.status == 1)
        #expect(refused.errors.contains("another sandbox is using"))
        #expect(refused.output.isEmpty)
      }
      #expect(end.status == 0)
      #expect(end.errors.contains("PUT \(goal)/add-money"))
      #expect(!end.errors.contains(Self.token), "no token is ever logged")
    }
    #expect(goals.count == 1)
    #expect(goals.first?.contains("\"minorUnits\":12228") == true)
  }

  @Test func `loses nothing that it has answered when it is killed`() async throws {
    let folder = try TemporaryFolder()
    let goal = "/api/v2/account/\(uuid(1, "a"))/savings-goals/\(uuid(1, "d"))"
    var moved = 0
    for round in 0..<3 {
      let end = try await serve(folder, signal: 9) { address in
        let saved = try await text("GET", "\(address)\(goal)")
        #expect(saved.contains("\"totalSaved\":\(pence(Int64(120_70 + moved)))"))
        for number in 0..<20 {
          let answer = try await text(
            "PUT", "\(address)\(goal)/add-money/\(uuid(100 * round + number, "f"))",
            #"{"amount":\#(pence(1))}"#)
          #expect(answer.contains("\"success\":true"))
          moved += 1
        }
      }
      #expect(end.status != 0)
    }
  }

  @Test func `has no word in its sample that the document does not know`() async throws {
    let folder = try TemporaryFolder()
    let document = try #require(Documents.own)
    let feed = "/api/v2/feed/account/\(uuid(1, "a"))/category/\(uuid(1, "c"))"
    _ = try await serve(folder) { address in
      let text = try await text("GET", "\(address)\(feed)?changesSince=2000-01-01T00:00:00Z")
      #expect(text.contains("ACCOUNT_CHECK"))
      let faults = document.faults(
        method: "GET", path: feed[...], status: 200, body: Data(text.utf8))
      #expect(faults == [])
    }
  }

  /// Each of them kept the program for 30 seconds, after which it was cut off.
  @Test func `ends well while connections keep it waiting`() async throws {
    let folder = try TemporaryFolder()
    let end = try await serve(folder) { address in
      let host = "Host: \(address.dropFirst("http://".count))\r\n"
      let whole = "GET /control/clock HTTP/1.1\r\n\(host)\r\n"
      let promise = "PUT /control/clock HTTP/1.1\r\n\(host)Content-Length: 9\r\n\r\n{"
      for text in ["", "GET /con", whole, whole.replacing("1.1", with: "1.0"), promise] {
        try await RawConnection.leave(address, text)
      }
      // All of them were seen before this one was answered: one thread takes connections in turn.
      #expect(try await RawConnection.status(address, whole) == 200)
    }
    #expect(end.status == 0)
    #expect(end.errors.contains("Stopped."))
    #expect(!end.errors.contains("longer than allowed"))
  }

  @Test(arguments: [
    (["--port", "0"], "--data"), (["--data", "", "--port", "0"], "is empty"),
    (["--data", "DIR", "--port", "65536"], "65535"), (["--data", "DIR", "--port", "x"], "x"),
    (["--data", "DIR", "--seed", "nonsense"], "nonsense"),
    (["--data", "DIR", "--now", "noon"], "noon"),
    (["--data", "DIR", "--time-zone", "Mars"], "Mars"),
    (["--data", "DIR", "--locale", "?"], "?"), (["--data", "DIR", "--log-level", "loud"], "loud"),
    (["--data", "DIR", "--token-file", "DIR/none"], "cannot be read"),
    (["--data", "DIR", "--token-file", "DIR/bad"], "line 1"),
    (["--data", "DIR", "--token-file", "DIR/open"], "chmod 600"),
    (["--data", "DIR", "--token-file", "DIR/writable"], "chmod 600"),
    (["--data", "DIR", "--token-file", "DIR/large"], "1 MiB"),
    (["--data", "DIR", "--token-file", "DIR"], "not a plain file"),
    (["--data", "DIR", "--host", "0.0.0.0"], "--allow-remote"),
    (["--data", "DIR", "--nonsense"], "--nonsense"), (["nonsense", "--data", "DIR"], "nonsense"),
  ])
  func `says what is wrong with a command line`(
    arguments: [String], words: String
  ) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(#"{"token":7,"secret":"hidden"}"#, to: "bad")
    _ = try folder.write("hidden", to: "open", mode: 0o644)
    _ = try folder.write("hidden", to: "writable", mode: 0o620)
    _ = try folder.write(String(repeating: "x", count: 1_048_577), to: "large")
    let end = try await BuiltProgram(
      "flowline-sandbox", arguments.map { $0.replacing("DIR", with: folder.path) }
    ).run()
    #expect(end.status == 2)
    #expect(end.output.isEmpty)
    #expect(end.errors.hasPrefix("Error: "))
    #expect(end.errors.contains(words), "\(end.errors)")
    #expect(!end.errors.contains("hidden"))
  }

  @Test func `says where it cannot serve`() async throws {
    let folder = try TemporaryFolder()
    try Data("no database".utf8).write(to: URL(filePath: folder.file("file")))
    try FileManager.default.createDirectory(
      atPath: folder.file("strange"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try Data(repeating: 65, count: 4096).write(
      to: URL(filePath: folder.file("strange/bank.sqlite")))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file("strange/bank.sqlite"))
    for (data, words) in [("file/data", "cannot be made"), ("strange", "not a bank’s")] {
      let end = try await BuiltProgram(
        "flowline-sandbox", "--port", "0", "--data", folder.file(data)
      ).run()
      #expect(end.status == 1)
      #expect(end.errors.contains(words), "\(end.errors)")
    }
  }

  @Test func `explains itself`() async throws {
    let help = try await BuiltProgram("flowline-sandbox", "bank", "--help").run()
    #expect(help.status == 0)
    for word in ["--data", "--token-file", "--allow-remote", "--seed", "/control", "Exit codes"] {
      #expect(help.output.contains(word))
    }
    #expect(help.errors.isEmpty)
    let version = try await BuiltProgram("flowline-sandbox", "--version").run()
    #expect(version.output == "0.1.0\n")
  }
}
