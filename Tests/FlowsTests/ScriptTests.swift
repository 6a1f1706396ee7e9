import BankFlows
import FlowTestSupport
import Flowline
import FoundationEssentials
import SampleBank
import Testing

/// Replays every script under `Flows/Bank`.
///
/// A failure points at the script's own line.
struct ScriptTests {
  @Test func `there are scripts of every flow`() throws {
    let flows = try Set(ScriptFile.all().map { try $0.script().flow })
    #expect(
      flows == [
        "account", "accounts", "create-goal", "goal", "log-in", "log-out", "orders", "round-up",
      ])
  }

  @Test(arguments: try ScriptFile.all().filter { try $0.isRecorded })
  func `a recorded script replays without a bank`(file: ScriptFile) throws {
    try file.replay(.recorded)
  }

  @Test(arguments: try ScriptFile.all().filter { try $0.isRecorded })
  func `a recorded script replays also at a bank that could not have done it`(
    file: ScriptFile
  ) throws {
    try file.replay(.recorded, atSample: true)
  }

  @Test(arguments: try ScriptFile.all().filter(\.isOfSample))
  func `a script replays live at a new bank`(file: ScriptFile) throws {
    try file.replay(.live)
  }

  @Test func `a failure points at the script's line`() throws {
    let text = """
      flow round-up 1

      answer account "personal"
      answer week "never"

      """
    let file = ScriptFile(url: URL(filePath: "/flows/Wrong/wrong.flow"))
    let report = try ScriptFile.replay(try Script(parsing: text), .live)
    let mismatch = try #require(report.mismatch)
    #expect(mismatch.line == 4)
    let place = file.location(line: mismatch.line)
    #expect(place.line == 4 && place.fileID == "Wrong/wrong.flow")
  }
}

/// A script under `Flows/Bank`.
struct ScriptFile: Sendable, CustomTestStringConvertible {
  let url: URL

  var testDescription: String { url.pathComponents.suffix(3).joined(separator: "/") }

  /// All there are, sorted by their paths.
  static func all() throws -> [ScriptFile] {
    try FileManager.default.subpathsOfDirectory(atPath: flowsFolder.path)
      .filter { $0.hasSuffix(".flow") }.sorted()
      .map { ScriptFile(url: flowsFolder.appending(path: $0)) }
  }

  func text() throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  func script() throws -> Script { try Script(parsing: text()) }

  /// Whether the script tells what was read; one written by hand may not, and plays only live.
  var isRecorded: Bool {
    get throws { try text().split(separator: "\n").contains { $0.hasPrefix("load ") } }
  }

  /// Whether a sample bank does all that it tells of.
  var isOfSample: Bool { !url.path.contains("/BankSteps/") }

  func replay(_ mode: ScriptReplay.Mode, atSample isAtSample: Bool = false) throws {
    do {
      let report = try Self.replay(try script(), mode, atSample: isAtSample)
      guard let mismatch = report.mismatch else { return }
      fail("expected \(mismatch.expected)\ngot      \(mismatch.got)", line: mismatch.line)
    } catch UnreadableScript.damaged(let fault) {
      fail(fault.description, line: fault.line)
    }
  }

  /// Plays a script at a bank of its own, whose clock stands at the script's moment.
  ///
  /// - Parameter isAtSample: whether the bank answers every order, so that none can stay open.
  static func replay(
    _ script: Script, _ mode: ScriptReplay.Mode, atSample isAtSample: Bool = false
  ) throws -> ScriptReplay.Report {
    let environment = script.environment(or: World.environment("en_GB"))
    let sample = try SampleBank.make(in: environment)
    let catalog = BankFlows.catalog(
      bank: isAtSample ? sample : DoubtfulBank(sample, open: []),
      login: TestLogin(file: TestLogin.goodToken))
    return try ScriptReplay(
      script, of: catalog, or: environment, secrets: ["token": TestLogin.goodToken]
    ).run(mode)
  }

  private func fail(_ message: String, line: Int) {
    Issue.record("\(testDescription):\(line): \(message)", sourceLocation: location(line: line))
  }

  func location(line: Int) -> SourceLocation {
    SourceLocation(
      fileID: url.pathComponents.suffix(2).joined(separator: "/"), filePath: url.path,
      line: max(1, line), column: 1)
  }
}
