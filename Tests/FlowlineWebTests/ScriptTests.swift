import FlowlineTesting
import Testing

@testable import Flowline

/// Every script of the flows over pages and over the API: what comes of it is what comes of it at the
/// prompt.
struct ScriptTests {
  private static let scripts = Result { try ScriptCase.all(in: "../../Flows") }

  private static let name = "answer name \"Bike\""
  private static let target = "answer target {\"currency\":\"GBP\",\"minorUnits\":125050}"

  @Test(arguments: try scripts.get())
  func `a script walked over pages makes the journal of the prompt`(file: ScriptCase) async throws {
    let recorded = try RecordedScript(file)
    try await expectSamePages(recorded)
    #expect(recorded.isLive || file.name.hasPrefix("Bank/BankSteps/"))
  }

  @Test(arguments: try scripts.get())
  func `a script walked over the API makes the journal of the prompt`(
    file: ScriptCase
  ) async throws {
    try await expectSameCalls(RecordedScript(file))
  }

  /// What no script of the flows does yet.
  @Test(arguments: [
    ["language ru", "answer confirm false"], ["language ru", "answer confirm true"],
  ])
  func `another language comes over pages and the API`(lines: [String]) async throws {
    let head = ["flow create-goal 1", "session 5e5510f1-0000-4000-8000-000000000001", ""]
    let answers = ["answer account \"personal\"", Self.name, Self.target]
    let recorded = try RecordedScript((head + answers + lines + [""]).joined(separator: "\n"))
    try await expectSamePages(recorded)
    try await expectSameCalls(recorded)
  }

  private func expectSamePages(_ recorded: RecordedScript) async throws {
    let web = try WebWalk(recorded)
    let walked = try await web.test { client in
      var pages = try await PageScript(recorded, client, session: web.session)
      return try await pages.walk()
    }
    let made = try await web.journal()
    try expectSame(made, walked, recorded)
    #expect(walked.page.isEnd == recorded.script.lines.last?.entry.isEnd)
    if let words = recorded.words {
      #expect(walked.page.text.contains(BrowserElement.words(words)))
    }
  }

  private func expectSameCalls(_ recorded: RecordedScript) async throws {
    let web = try WebWalk(recorded)
    let state = try await web.test { client in
      try await APIScript(recorded, client, session: web.session).walk()
    }
    let made = try await web.journal()
    #expect(made == recorded.journal)
    #expect(state["ended"]?["text"]?.string == recorded.words)
  }

  /// Expects the same journal, byte for byte, but for the lines that no page has a way to tell.
  ///
  /// Refusals of fields are refusals of the page in its place, as many.
  private func expectSame(
    _ made: String, _ walked: PageScript.Walked, _ recorded: RecordedScript
  ) throws {
    let refusals = try Script(parsing: made).lines.filter { $0.entry.refusedPage != nil }
    #expect(refusals.count == walked.untold.values.count { $0 == .refusedInForm })
    let untold = walked.untold.keys.map { recorded.script.lines[$0].number }
    let expected = Self.lines(of: recorded.journal, without: untold)
    let got = Self.lines(of: made, without: refusals.map(\.number))
    #expect(got == expected)
  }

  private static func lines(of text: String, without numbers: [Int]) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !numbers.contains($0.offset + 1) }.map(\.element)
  }
}

extension JournalEntry {
  /// Whether the session ended with it.
  var isEnd: Bool { [.finish, .cancelled, .failed].contains(verb) }
}
