import Dispatch
import Foundation
import ServiceTestSupport
import Synchronization

/// The built `flowline-sandbox`, run as its users run it.
final class SandboxProcess: Sendable {
  private let process: Process
  private let ended: AsyncStream<Int32>
  private let output: Gathered
  private let errors: Gathered

  /// What a pipe has brought so far, with a stream that tells of each piece.
  private final class Gathered: Sendable {
    let pipe = Pipe()
    let pieces: AsyncStream<Void>
    private let data = Mutex(Data())

    init() {
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      pieces = stream
      // A thread of its own waits for the pipe, and no test has to.
      DispatchQueue.global().async { [self] in
        while true {
          let piece = pipe.fileHandleForReading.nextPiece()
          data.withLock { $0 += piece }
          continuation.yield()
          if piece.isEmpty { return continuation.finish() }
        }
      }
    }

    var text: String { data.withLock { String(decoding: $0, as: UTF8.self) } }

    /// All there is, once the other side is closed.
    func rest() async -> String {
      for await _ in pieces {}
      return text
    }
  }

  /// What a run left behind.
  struct End {
    let status: Int32
    let output: String
    let errors: String
  }

  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  init(_ arguments: [String]) throws {
    let process = Process()
    let (ended, continuation) = AsyncStream<Int32>.makeStream()
    let (output, errors) = (Gathered(), Gathered())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("flowline-sandbox")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    process.terminationHandler = { process in
      continuation.yield(process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    (self.process, self.ended, self.output, self.errors) = (process, ended, output, errors)
  }

  /// The first line of output, or what there is of it where the program ends before.
  func line() async -> String {
    for await _ in output.pieces where output.text.contains("\n") { break }
    return output.text
  }

  /// Sends a signal: 15 to have it end.
  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  func end() async -> End {
    var status: Int32 = -1
    for await ended in ended { status = ended }
    return End(status: status, output: await output.rest(), errors: await errors.rest())
  }
}
