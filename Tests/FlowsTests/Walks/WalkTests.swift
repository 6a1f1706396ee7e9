import FoundationEssentials
import Testing

/// The walks and the scripts under `Flows/Bank` say the same.
///
/// `FLOWLINE_RECORD=1` writes them anew.
struct WalkTests {
  private static let isRecording = ProcessInfo.processInfo.environment["FLOWLINE_RECORD"] == "1"

  @Test(arguments: Walk.all)
  func `a walk gives its script`(walk: Walk) throws {
    let recorded = try walk.record()
    let file = ScriptFile(url: flowsFolder.appending(path: walk.path))
    if Self.isRecording { try Data(recorded.utf8).write(to: file.url) }
    let differing = zip(lines(recorded), lines(try file.text())).enumerated()
      .first { $1.0 != $1.1 }
    if let (index, (walked, written)) = differing {
      Issue.record(
        "walked \(walked)\nscript \(written)", sourceLocation: file.location(line: index + 1))
    }
  }

  /// The lines, with one that ends them, so that no text is the beginning of another.
  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false) + ["the end"]
  }
}
