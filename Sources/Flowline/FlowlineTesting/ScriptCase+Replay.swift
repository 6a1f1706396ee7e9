public import Flowline
import Foundation
import FoundationEssentials
import Testing

extension ScriptCase {
  /// Plays the script and expects everything to come as it says.
  ///
  /// Issues are recorded at the script's own lines: what is damaged, what was cut off, the first
  /// difference, and a script that has nothing to compare.
  ///
  /// - Parameters:
  ///   - mode: what loads and commits are answered by.
  ///   - catalog: the flows.
  ///   - environment: replaces what the script's head does not say.
  ///   - secrets: what to type at sensitive steps, whose answers no script has.
  public func expectMatch(
    _ mode: ScriptReplay.Mode = .recorded, of catalog: FlowCatalog,
    or environment: FlowEnvironment = .current, secrets: [StepID: String] = [:]
  ) {
    expectMatch(mode, or: environment, secrets: secrets) { _ in catalog }
  }

  /// Plays the script over a world of its own, which a live replay needs: it changes the world.
  ///
  /// - Parameters:
  ///   - mode: what loads and commits are answered by.
  ///   - environment: replaces what the script's head does not say.
  ///   - secrets: what to type at sensitive steps, whose answers no script has.
  ///   - makeCatalog: makes the flows over a new world, at the script's time, in its locale and
  ///     zone.
  public func expectMatch(
    _ mode: ScriptReplay.Mode, or environment: FlowEnvironment = .current,
    secrets: [StepID: String] = [:],
    of makeCatalog: (FlowEnvironment) throws -> FlowCatalog
  ) {
    do {
      let script = try Script(
        parsing: Data(contentsOf: URL(fileURLWithPath: path)), from: .file)
      for note in script.notes { record(note.message, line: note.line) }
      let catalog = try makeCatalog(script.environment(or: environment))
      var replay = ScriptReplay(script, of: catalog, or: environment, secrets: secrets)
      replay.files = SidecarFiles(script: path)
      let report = try replay.run(mode, showing: Onlooker())
      if let mismatch = report.mismatch {
        record("the \(mode.rawValue) replay differs\n\(mismatch)", line: mismatch.line)
      } else if report.steps == 0, !script.journal(or: environment).isEnded {
        record("the script tells nothing to compare", line: 1)
      }
    } catch UnreadableScript.damaged(let fault) {
      record(
        "the script is damaged: expected \(fault.expected), got \(fault.got)", line: fault.line)
    } catch {
      record("the script cannot be played: \(error)", line: 1)
    }
  }

  /// Records an issue at a line of the script.
  func record(_ message: String, line: Int) {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().lastPathComponent
    Issue.record(
      "\(message)",
      sourceLocation: SourceLocation(
        fileID: "\(folder)/\(file.lastPathComponent)", filePath: path, line: max(1, line),
        column: 1))
  }
}

/// Is shown every prompt, so that a ``TextCheck`` finds which texts a script's person sees.
///
/// Showing a prompt puts all its texts into words; there is nothing more to do with it.
private final class Onlooker: Presenter {
  func present(_ prompt: Prompt) {}
}
