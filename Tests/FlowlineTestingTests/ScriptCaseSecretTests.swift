import Flowline
import FlowlineTesting
import Foundation
import TestSupport
import Testing

/// Secrets of scripts, which no script has.
struct ScriptCaseSecretTests {
  private struct LogIn: Flow {
    let id: FlowID = "log-in"

    func run(_ context: FlowContext) async throws -> Bool {
      try await context.run(SecretScreen("token", "Token?")).reveal() == "correct horse"
    }
  }

  private var recorded: String {
    let controller = FlowController()
    controller.start(LogIn())
    controller.answer("correct horse")
    return controller.journal.text
  }

  @Test func `a script with a secret plays with what is supplied, and says so without it`() throws {
    let temporary = try TemporaryScript(recorded)
    let script = temporary.file
    var catalog = FlowCatalog()
    catalog.add(LogIn(), summary: "")
    let flows = catalog
    script.expectMatch(.recorded, of: flows, secrets: ["token": "correct horse"])
    script.expectMatch(.live, secrets: ["token": "correct horse"]) { _ in flows }
    let missing = issues { script.expectMatch(.live, of: flows) }
    #expect(missing.count == 1 && missing[0].text.contains("no secret to answer token with"))
    let wrong = issues { script.expectMatch(.live, of: flows, secrets: ["token": "wrong battery"]) }
    #expect(wrong.count == 1 && !wrong[0].text.contains("battery"))
  }
}
