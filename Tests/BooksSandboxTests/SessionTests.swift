import Foundation
import PythonSessions
import TestSupport
import Testing

/// The built command: what it prints, and what a program finds that knows the documents alone.
struct SessionTests {
  private static let sessions = PythonSessions(
    in: "BooksSandboxTests/Sessions", with: "flowline-sandbox", as: "FLOWLINE_SANDBOX")

  @Test(.timeLimit(.minutes(30)), arguments: sessions.names)
  func `the built sandbox does what documents say and clients expect`(session: String) async throws
  {
    let run = try await Self.sessions.run(session)
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `the command prints where it is, and who may use it`() async throws {
    let folder = try TemporaryFolder()
    let program = try BuiltProgram(
      "flowline-sandbox", "books", "--data", folder.file("data"), "--port", "0", "--now",
      "2026-09-20"
    ).start()
    await program.wait(forLines: 9)
    program.signal(15)
    let end = try await program.end()
    #expect(end.status == 0)
    #expect(end.lines.count == 9)
    for (line, start) in zip(
      end.lines,
      [
        "flowline-sandbox: listening on http://127.0.0.1:", "api            http://127.0.0.1:",
        "client id      flowline", "client secret  ", "token          ",
      ])
    {
      #expect(line.hasPrefix(start))
    }
    let levels = end.lines.dropFirst(4).map { $0.split(separator: " ").last ?? "" }
    #expect(levels == ["8", "6", "4", "2", "0"])
    for line in end.lines.dropFirst(3) {
      let secret = String(line.split(separator: " ")[line.hasPrefix("client") ? 2 : 1])
      #expect(!end.errors.contains(secret))
    }
  }

  @Test(arguments: [
    (["--company", "nonsense"], 2, "nonsense"), (["--host", "0.0.0.0"], 2, "--allow-remote"),
    (["--seed", "sample"], 2, "--seed"), (["--now", "noon"], 2, "noon"),
    (["--redirect", "app.example/callback"], 2, "app.example/callback"),
    (["--redirect", "https://app.example/#back"], 2, "--redirect"),
  ]) func `says what is wrong with a command line`(
    arguments: [String], status: Int32, words: String
  ) async throws {
    let folder = try TemporaryFolder()
    let end = try await BuiltProgram(
      "flowline-sandbox", ["books", "--data", folder.file("data"), "--port", "0"] + arguments
    ).run()
    #expect(end.status == status)
    #expect(end.output.isEmpty)
    #expect(end.errors.hasPrefix("Error: ") && end.errors.contains(words), "\(end.errors)")
  }

  @Test func `explains itself`() async throws {
    for (arguments, words) in [
      (["--help"], ["bank (default)", "books", "Exit codes"]),
      (
        ["books", "--help"],
        ["--data", "--company", "--redirect", "--json", "approve_app", "/control"]
      ),
    ] {
      let help = try await BuiltProgram("flowline-sandbox", arguments).run()
      #expect(help.status == 0)
      for word in words { #expect(help.output.contains(word)) }
    }
  }
}
