package import Foundation

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
    let pexpect = try python("-c", "import pexpect")
    guard pexpect.isGood else {
      return Result(
        isGood: false,
        output: "python3 with pexpect is needed: apt-get install python3-pexpect\n\(pexpect.output)"
      )
    }
    return try python("-B", "-m", "unittest", session)
  }

  private func python(_ arguments: String...) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
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
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(isGood: process.terminationStatus == 0, output: output)
  }
}
