package import Foundation
import ServiceTestSupport

/// Tests in Python that type at a built program or pipe into it: the files `test_*.py` of a folder.
package struct PythonSessions {
  private let folder: URL
  private let program: (variable: String, name: String)

  /// Makes the sessions of a folder.
  ///
  /// - Parameters:
  ///   - program: what they talk to; it is built beside the test bundle.
  ///   - variable: the variable of the environment that names it to them.
  package init(in folder: URL, with program: String, as variable: String) {
    self.folder = folder
    self.program = (variable, program)
  }

  /// What came of a run.
  package struct Result {
    /// Whether the tests passed.
    package let isGood: Bool
    /// What they wrote.
    package let output: String
  }

  /// How many sessions the folder has.
  package var count: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).count {
        $0.hasPrefix("test_") && $0.hasSuffix(".py")
      }
    }
  }

  /// Runs one session, by its file's name without the ending.
  package func run(_ session: String) throws -> Result {
    guard let interpreter = try interpreter() else {
      let packages = Self.modules.map { "python3-\($0)" }.joined(separator: " ")
      return Result(
        isGood: false,
        output: "python3 with its packages is needed: apt-get install python3 \(packages)")
    }
    return try python(interpreter, "-B", "-m", "unittest", session)
  }

  /// What sessions import besides Python's own.
  private static let modules = ["pexpect", "pyte"]

  /// The first Python that has the modules: whose packages apt installs need not be the first of
  /// the search path.
  private func interpreter() throws -> String? {
    try ["python3", "/usr/bin/python3"].first {
      try python($0, "-c", Self.modules.map { "import \($0)" }.joined(separator: ";")).isGood
    }
  }

  private func python(_ interpreter: String, _ arguments: String...) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [interpreter] + arguments
    process.currentDirectoryURL = folder
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    process.environment = ProcessInfo.processInfo.environment.merging(
      [program.variable: products.appending(path: program.name).path]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.rest(), as: UTF8.self)
    process.waitUntilExit()
    return Result(isGood: process.terminationStatus == 0, output: output)
  }
}
