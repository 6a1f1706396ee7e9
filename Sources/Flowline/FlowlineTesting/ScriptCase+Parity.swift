public import Flowline
import Foundation
import FoundationEssentials
import Synchronization
import Testing

extension ScriptCase {
  /// Plays the script through two variants of its flow and expects nobody to see a difference.
  ///
  /// Both are played live, each over a world of its own. Compared are the questions and their
  /// words, the reads and writes with their contents and keys, and the end.
  ///
  ///     @Test(arguments: try ScriptCase.all(in: "Scripts"))
  ///     func `both ways of asking are the same`(script: ScriptCase) {
  ///       script.expectParity(between: "one-page", and: "step-by-step") { catalog(over: Shop(at: $0)) }
  ///     }
  ///
  /// Which flows a variant runs inside is its own matter and not compared. What the script says
  /// beyond its answers is not compared either: that is what ``expectMatch(_:or:secrets:of:)`` is
  /// for. A variant that the script cannot be played through is an issue.
  ///
  /// - Parameters:
  ///   - first: the id of one variant.
  ///   - second: the id of the other.
  ///   - environment: replaces what the script's head does not say.
  ///   - secrets: what to type at sensitive steps, whose answers no script has.
  ///   - makeCatalog: makes the flows over a new world, at the script's time, in its locale and
  ///     zone.
  public func expectParity(
    between first: FlowID, and second: FlowID, or environment: FlowEnvironment = .current,
    secrets: [StepID: String] = [:],
    of makeCatalog: (FlowEnvironment) throws -> FlowCatalog
  ) {
    do {
      let script = try Script(
        parsing: Data(contentsOf: URL(fileURLWithPath: path)), from: .file)
      let world = script.environment(or: environment)
      // Keys follow from the session: it has to be the same for both.
      let session = script.session ?? UUID()
      let walks = try [first, second].map { variant in
        let seen = SeenWalk()
        let report = try ScriptReplay(
          script, of: makeCatalog(world), or: environment, secrets: secrets
        ).run(as: variant, session: session, showing: seen)
        if !report.isUpdatable, let mismatch = report.mismatch {
          record("\(variant) cannot be played\n\(mismatch)", line: mismatch.line)
        }
        return seen.lines + report.journal.effectsAndEnd
      }
      let common = zip(walks[0], walks[1]).prefix { $0 == $1 }.count
      guard walks[0] != walks[1] else { return }
      let lines = walks.map { common < $0.count ? $0[common] : "nothing more" }
      record(
        "\(second) differs from \(first)\n  \(first): \(lines[0])\n  \(second): \(lines[1])",
        line: 1)
    } catch UnreadableScript.damaged(let fault) {
      record(
        "the script is damaged: expected \(fault.expected), got \(fault.got)", line: fault.line)
    } catch {
      record("the script cannot be played: \(error)", line: 1)
    }
  }
}

extension Journal {
  /// What was read and written, and how the session ended, as a script tells it.
  fileprivate var effectsAndEnd: [String] {
    let told = ["load ", "commit ", "done ", "fail ", "finish ", "cancelled ", "failed "]
    return text.split(separator: "\n").map(String.init).filter { line in
      told.contains { line.hasPrefix($0) }
    }
  }
}

/// Writes down what a person sees of a walk.
private final class SeenWalk: Presenter {
  private let seen = Mutex<[String]>([])

  var lines: [String] { seen.withLock { $0 } }

  func present(_ prompt: Prompt) {
    let texts =
      [prompt.question] + [prompt.help, prompt.reason, prompt.accepts].compactMap(\.self)
    var parts = [prompt.id.rawValue, prompt.kind.name] + texts.map { "“\($0.text)”" }
    parts += prompt.page.map { "\($0)" }
    parts += prompt.kind.choices.map { "\($0.key) “\($0.label.text)” \($0.detail?.text ?? "")" }
    parts += [prompt.defaultText, prompt.draft].compactMap { $0.map { "“\($0)”" } }
    if let refused = prompt.refused { parts.append("refused \(refused.code.rawValue)") }
    if let hold = prompt.hold { parts.append("held: \(hold.message)") }
    let line = "asks " + parts.joined(separator: " · ")
    seen.withLock { $0.append(line) }
  }
}
