package import Foundation
import TestSupport

/// Tests in Python that type at a built program or pipe into it: the files `test_*.py` of a folder.
package struct PythonSessions: Sendable {
  private let folder: URL
  private let program: (variable: String, name: String)

  /// Makes the sessions of a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder below `Tests`.
  ///   - program: what they talk to; it is built beside the test bundle.
  ///   - variable: the variable of the environment that names it to them.
  package init(in folder: String, with program: String, as variable: String) {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    self.init(at: tests.appending(path: folder), with: program, as: variable)
  }

  /// Makes the sessions of a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder, wherever it is.
  ///   - program: what they talk to; it is built beside the test bundle.
  ///   - variable: the variable of the environment that names it to them.
  package init(at folder: URL, with program: String, as variable: String) {
    self.folder = folder
    self.program = (variable, program)
  }

  /// What came of a run.
  package struct Result: Sendable {
    /// Whether there were tests, none was skipped, and all passed.
    package let isGood: Bool
    /// What they wrote.
    package let output: String
  }

  /// The sessions of the folder, by their files' names without the ending.
  ///
  /// A folder without one is named itself, so that the test of it fails.
  package var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let names = files.filter { $0.hasPrefix("test_") && $0.hasSuffix(".py") }.sorted()
    return names.isEmpty ? [folder.path] : names.map { String($0.dropLast(3)) }
  }

  /// Runs one session, by its file's name without the ending, while other tests go on.
  package func run(_ session: String) async throws -> Result {
    guard let interpreter = try await Self.interpreter.value else {
      let packages = Self.modules.map { "python3-\($0)" }.joined(separator: " ")
      return Result(
        isGood: false,
        output: "python3 with its packages is needed: apt-get install python3 \(packages)")
    }
    var python = BuiltProgram(at: interpreter, ["-B", "-m", "unittest", session])
    python.folder = folder
    python.environment = [
      program.variable: BuiltProgram.products.appending(path: program.name).path
    ]
    let run = try await python.run()
    let output = run.output + run.errors
    // What was skipped was not tested, and a session without tests proves nothing.
    let isWhole = !output.contains("skipped=") && !output.contains("Ran 0 tests")
    return Result(isGood: run.status == 0 && isWhole, output: output)
  }

  /// What sessions import besides Python's own.
  private static let modules = ["pexpect", "pyte"]

  /// The first Python that has the modules: whose packages apt installs need not be the first of
  /// the search path.
  private static let interpreter = Task<String?, any Error> {
    let program = modules.map { "import \($0)" }.joined(separator: ";")
    for python in ["python3", "/usr/bin/python3"] {
      guard try await BuiltProgram(at: python, ["-c", program]).run().status != 0 else {
        return python
      }
    }
    return nil
  }
}
