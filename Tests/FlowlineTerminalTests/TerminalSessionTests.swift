import Foundation
import Testing

/// Runs the sessions of Tests/Terminal, which type at the editor through a pseudo-terminal.
struct TerminalSessionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Terminal")

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "test_line_editor", "test_line_editor_helps", "test_line_editor_surroundings",
      "test_plain_line_reader",
    ])
  func `a user at a terminal gets what the session says`(session: String) throws {
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
    // The probe is built beside the test bundle.
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LINE_EDITOR_PROBE": products.appending(path: "LineEditorProbe").path]) { $1 }
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
