import FlowlineTesting
import TestSupport

/// A script in a file that is there as long as this is.
final class TemporaryScript {
  let file: ScriptCase
  private let folder: TemporaryFolder

  init(_ text: String) throws {
    folder = try TemporaryFolder()
    file = ScriptCase(path: try folder.write(text, to: "script.flow"))
  }
}
