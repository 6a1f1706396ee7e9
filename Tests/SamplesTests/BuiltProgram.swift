import Foundation
import Testing

/// A program that was built beside these tests, run as its users run it.
struct BuiltProgram {
  /// What a run left behind.
  struct Result {
    let status: Int32
    let output: String
    let errors: String

    /// The lines of output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private let url: URL
  private let arguments: [String]

  /// A product of the package.
  init(_ name: String, _ arguments: String...) {
    self.init(name, arguments)
  }

  /// A product of the package.
  init(_ name: String, _ arguments: [String]) {
    self.init(
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent(name),
      arguments)
  }

  /// A script of the samples, with the product it is to talk to.
  init(python script: String, talkingTo name: String) {
    let samples = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../Samples").standardizedFileURL
    self.init(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", samples.appendingPathComponent(script).path, BuiltProgram(name).url.path])
  }

  private init(_ url: URL, _ arguments: [String]) {
    self.url = url
    self.arguments = arguments
  }

  /// Runs the program on input that ends. Files take the output, so that no pipe can fill up.
  func run(_ input: Data = Data()) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flowline-samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["input", "output", "errors"].map { folder.appendingPathComponent($0) }
    try input.write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    let texts = try files[1...].map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  /// Runs the program on lines of text.
  func run(_ lines: String...) throws -> Result {
    try run(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
