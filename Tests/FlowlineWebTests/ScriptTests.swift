import FlowlineTesting
import Testing

@testable import Flowline

/// Every script of the flows over pages and over the API: what comes of it is what comes of it at the
/// prompt.
struct ScriptTests {
  private static let scripts = Result { try ScriptCase.all(in: "../../Flows/Bank") }

  @Test(arguments: try scripts.get())
  func `a script walked over pages makes the journal of the prompt`(file: ScriptCase) async throws {
    let recorded = try RecordedScript(file)
    let web = try WebWalk(recorded)
    let walked = try await web.test { client in
      var pages = try await PageScript(recorded, client, session: web.session)
      return try await pages.walk()
    }
    let made = try await web.journal()
    try expectSame(made, walked, recorded, file)
    #expect(walked.page.isEnd == recorded.script.lines.last?.entry.isEnd, "\(file)")
    if let words = recorded.words {
      #expect(walked.page.text.contains(BrowserElement.words(words)), "\(file)")
    }
  }

  @Test(arguments: try scripts.get())
  func `a script walked over the API makes the journal of the prompt`(
    file: ScriptCase
  ) async throws {
    let recorded = try RecordedScript(file)
    let web = try WebWalk(recorded)
    let state = try await web.test { client in
      try await APIScript(recorded, client, session: web.session).walk()
    }
    let made = try await web.journal()
    #expect(made == recorded.journal, "\(file)")
    #expect(state["ended"]?["text"]?.string == recorded.words, "\(file)")
  }

  /// Expects the same journal, byte for byte, but for the lines that no page has a way to tell.
  ///
  /// Refusals of fields are refusals of the page in its place, as many.
  private func expectSame(
    _ made: String, _ walked: PageScript.Walked, _ recorded: RecordedScript, _ file: ScriptCase
  ) throws {
    let refusals = try Script(parsing: made).lines.filter { $0.entry.refusedPage != nil }
    #expect(refusals.count == walked.untold.values.count { $0 == .refusedInForm }, "\(file)")
    let untold = walked.untold.keys.map { recorded.script.lines[$0].number }
    let expected = Self.lines(of: recorded.journal, without: untold)
    let got = Self.lines(of: made, without: refusals.map(\.number))
    #expect(got == expected, "\(file)")
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
