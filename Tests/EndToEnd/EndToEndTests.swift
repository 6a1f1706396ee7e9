import Foundation
import Testing

/// Runs the sessions in this folder, which type at the built command and pipe into it.
struct EndToEndTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test(
    .timeLimit(.minutes(10)),
    arguments: ["test_replays", "test_runs", "test_terminals", "test_walks"])
  func `the built command does what the session says`(session: String) throws {
    let pexpect = try Self.python("-c", "import pexpect")
    try #require(
      pexpect.code == 0,
      "python3 with pexpect is needed: apt-get install python3-pexpect\n\(pexpect.output)")
    let run = try Self.python("-B", "-m", "unittest", "\(session)")
    #expect(run.code == 0, "\(run.output)")
  }

  @Test func `no session is left out`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.filter { $0.hasPrefix("test_") }.count == 4)
  }

  private static func python(_ arguments: String...) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.currentDirectoryURL = folder
    // The command is built beside the test bundle.
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["FLOWLINE": products.appending(path: "flowline").path]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
