import FlowlineTesting
import Foundation
import ServiceTestSupport

/// The program that opens stores as another process does.
enum StoreProbe {
  static let path = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("StoreProbe").path

  /// What a run left: lines of output, lines of errors, and the status or the signal it ended by.
  struct Result {
    let lines: [String]
    let errors: String
    let status: Int32
  }

  /// Runs the program to its end.
  static func run(_ arguments: String...) throws -> Result {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // A few lines: no pipe fills up.
    let said = String(decoding: output.fileHandleForReading.rest(), as: UTF8.self)
    let erred = String(decoding: errors.fileHandleForReading.rest(), as: UTF8.self)
    process.waitUntilExit()
    return Result(
      lines: said.split(separator: "\n").map(String.init), errors: erred,
      status: process.terminationStatus)
  }
}

/// A folder that is there as long as this object is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("store-tests-\(UUID().uuidString.lowercased())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of what is in it, in order.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The rights of a file, or of the folder itself.
  func mode(_ name: String = "") throws -> Int? {
    let facts = try FileManager.default.attributesOfItem(atPath: file(name))
    return (facts[.posixPermissions] as? NSNumber)?.intValue
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
