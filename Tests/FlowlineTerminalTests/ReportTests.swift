import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

/// The last failure, written to a file.
struct ReportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  /// Asks for a name and a secret, and fails with both in its words.
  private struct FailingFlow: Flow {
    let id: FlowID = "pay"
    let isHeld: Bool

    func run(_ context: FlowContext) async throws -> Bool {
      let name = try await context.run(TextScreen("name", "Name?"))
      let pin = try await context.run(SecretScreen("pin", "PIN?")).reveal()
      let error = Refused(description: "the bank has refused \(name)\nand \(pin)")
      guard isHeld else { throw error }
      return try await context.commit("payment") { _ in throw error }
    }
  }

  private func repl(isHeld: Bool = false, _ lines: LineEvent...) throws -> Stage {
    var catalog = FlowCatalog()
    catalog.add(FailingFlow(isHeld: isHeld), summary: "Pay.")
    let stage = try Stage()
    stage.columns = 300
    _ = Repl(
      "shop", catalog, on: stage.surface, from: ScriptedSource(lines), histories: stage.histories,
      wake: {}
    ) { stage.environment }.run()
    return stage
  }

  private var report: String { folder.file("failure.flow") }

  @Test func `it is the session's script below what went wrong, without secrets`() throws {
    let stage = try repl("pay", "Ada", "s3cret99", .line("report \(report)"), "quit")
    #expect(
      stage.messages.contains { $0.contains("The last failure is in \(report), with the script") })
    let text = try String(contentsOfFile: report, encoding: .utf8)
    let remarks = text.split(separator: "\n").prefix { $0.hasPrefix("# ") }
    #expect(remarks.contains { $0.contains("the bank has refused Ada and") })
    #expect(!text.contains("s3cret99"))
    let script = try Script(parsing: text)
    #expect(script.flow == "pay")
    #expect(text.contains("answer name \"Ada\""))
    let mode = try FileManager.default.attributesOfItem(atPath: report)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `at a question about what is held it is written as well`() throws {
    let stage = try repl(
      isHeld: true, "pay", "Ada", "s3cret99", .line(":report \(report)"), "give-up", "quit")
    #expect(stage.messages.contains { $0.contains("The last failure is in") })
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains("\ncommit payment"))
    #expect(!text.contains("not saved"))
    #expect(!text.contains("s3cret99"))
    _ = try Script(parsing: text)
  }

  @Test func `where nothing has failed, or nothing can be written, that is said`() throws {
    let nothing = try repl(.line("report \(report)"), "quit")
    #expect(nothing.messages.contains { $0.contains("Nothing has failed.") })
    #expect(!FileManager.default.fileExists(atPath: report))
    let unwritable = try repl(
      "pay", "Ada", "s3cret99", .line("report \(folder.path)/none/failure.flow"), "report", "quit")
    #expect(unwritable.messages.contains { $0.contains("cannot be written") })
    #expect(unwritable.messages.contains { $0.contains("report failure.flow") })
  }
}
