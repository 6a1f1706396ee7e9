import Bank
import BankFlows
import BankSandbox
import EmbeddedBank
import Flowline
import FlowlineTesting
import Foundation
import Testing

/// Plays every script under `Flows/Bank` over the client and a sandbox: what was recorded at the
/// embedded bank is what the bank's API gives, to the letter.
@Suite(.waitsForEffects, .timeLimit(.minutes(30)))
struct ScriptTests {
  /// Scripts that no sandbox gives word for word, and why.
  ///
  /// Most tell of a bank that was played: its trouble is in other words than the client's, and whoever
  /// logged in is a name, where the API has the id of a holder. Of these, what the person meets is
  /// compared: questions, choices, refusals.
  static let played = [
    "Account/Scripts/goal": PlayedTrouble(
      why: "the id of what a deleted goal gives back, which the bank draws"),
    "BankSteps/Scripts/in-russian": PlayedTrouble(
      why: "the cause of the trouble", faults: [#"{"kind":"status","status":429}"#]),
    "BankSteps/Scripts/log-in": PlayedTrouble(why: "the holder's name and what he may do"),
    "BankSteps/Scripts/log-out-unknown": PlayedTrouble(
      why: "the answer is lost on the way",
      faults: [#"{"kind":"close-after","match":{"method":"PUT"}}"#]),
    "BankSteps/Scripts/missing-permission": PlayedTrouble(
      why: "the scopes that are missing", scopes: ["balance:read"]),
    "BankSteps/Scripts/not-done": PlayedTrouble(
      why: "the cause of the trouble",
      faults: [#"{"kind":"status","status":429,"match":{"method":"PUT"}}"#]),
    "BankSteps/Scripts/not-loaded": PlayedTrouble(
      why: "the cause of the trouble", faults: [#"{"kind":"close-before"}"#]),
    "BankSteps/Scripts/token-file": PlayedTrouble(why: "the holder's name and what he may do"),
  ]

  /// Scripts that cannot be played, and why.
  static let unplayable = [
    "BankSteps/Scripts/log-in-meanwhile":
      "the token ends between two steps, for which a script has no word",
    "BankSteps/Scripts/orders": "an order that was never answered is there from before",
    "BankSteps/Scripts/orders-in-russian": "an order that was never answered is there from before",
    "BankSteps/Scripts/unanswered": "an order that was never answered is there from before",
  ]

  private static let scripts = Result { try ScriptCase.all(in: "../../Flows/Bank") }

  @Test func `there are scripts, and every exception is one of them`() throws {
    let names = Set(try Self.scripts.get().map(\.name))
    #expect(names.count > 40)
    #expect(names.isSuperset(of: Self.played.keys))
    #expect(names.isSuperset(of: Self.unplayable.keys))
  }

  @Test(
    arguments: try scripts.get()
      .filter { played[$0.name] == nil && unplayable[$0.name] == nil })
  func `a script replays live at the bank's API`(script: ScriptCase) async throws {
    try await expectMatch(script, try text(of: script), PlayedTrouble(why: ""))
  }

  @Test(arguments: try scripts.get().filter { played[$0.name] != nil })
  func `a person meets the same trouble at the bank's API`(script: ScriptCase) async throws {
    let trouble = try #require(Self.played[script.name])
    // Lines of a kind that a script does not tell are not compared.
    let untold = ["load", "commit", "done", "leave", "finish"]
    let text = try text(of: script).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in untold.contains { line.hasPrefix("\($0) ") } ? "" : line }
    try await expectMatch(script, text.joined(separator: "\n"), trouble)
  }

  private func text(of script: ScriptCase) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: script.path)), as: UTF8.self)
  }

  private func expectMatch(
    _ file: ScriptCase, _ text: String, _ trouble: PlayedTrouble
  ) async throws {
    let script = try Script(parsing: text)
    let environment = script.environment(or: .sample)
    let tokens = [SandboxToken(ServedBank.token, scopes: trouble.scopes)]
    try await ServedBank.with(
      now: environment.now, tokens: tokens,
      seed: { books in
        try SampleData.seed(
          into: books, now: environment.now, locale: environment.locale,
          timeZone: environment.timeZone)
      }
    ) { bank in
      for fault in trouble.faults { try await bank.control("POST", "faults", fault) }
      let home = try AppHome(at: bank)
      try await home.bookSample()
      let app = try AppProcess(
        at: bank, home: home, isPatient: trouble.faults.isEmpty, now: { environment.now })
      let replay = ScriptReplay(
        script, of: app.catalog, or: environment, secrets: ["token": ServedBank.token])
      let report = try replay.run(.live)
      if let mismatch = report.mismatch {
        Issue.record(
          "\(file.name): \(mismatch)",
          sourceLocation: SourceLocation(
            fileID: "Flows/Bank/\(file.name).flow", filePath: file.path,
            line: max(1, mismatch.line), column: 1))
      }
      #expect(report.steps > 0)
    }
  }
}

/// How trouble that a script tells of is brought about.
struct PlayedTrouble {
  /// What cannot be the same.
  let why: String
  var faults: [String] = []
  var scopes: [String]?
}

extension FlowEnvironment {
  /// The moment of the scripts that name none.
  static let sample = FlowEnvironment(
    locale: Locale(identifier: "en_GB"), timeZone: TimeZone(identifier: "Europe/London") ?? .gmt,
    now: Date(timeIntervalSince1970: 1_795_176_000))
}
