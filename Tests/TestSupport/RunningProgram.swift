import Foundation
import Synchronization

/// A program that was started: what it writes is gathered by threads of its own, so that no test's
/// thread waits for it.
package final class RunningProgram: Sendable {
  private let process: Process
  private let ended: AsyncStream<Int32>
  private let output: Gathered
  private let errors: Gathered
  /// What its input is read from, if there is any.
  private let files: TemporaryFolder?

  init(_ program: BuiltProgram, _ input: Data) throws {
    let process = Process()
    let (ended, continuation) = AsyncStream<Int32>.makeStream()
    let (output, errors) = (Gathered(), Gathered())
    process.executableURL = URL(filePath: program.path)
    process.arguments = program.arguments
    if let folder = program.folder { process.currentDirectoryURL = folder }
    process.environment = ProcessInfo.processInfo.environment
      .merging(program.environment) { $1 }
    files = input.isEmpty ? nil : try TemporaryFolder()
    if let files {
      // A file, so that no pipe can fill up.
      try files.put(input, as: "input")
      process.standardInput = try FileHandle(forReadingFrom: URL(filePath: files.file("input")))
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    process.terminationHandler = { process in
      continuation.yield(process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    output.begin()
    errors.begin()
    (self.process, self.ended, self.output, self.errors) = (process, ended, output, errors)
  }

  /// The first line of output, or what there is of it if the program ends before.
  package func line() async -> String {
    for await _ in output.pieces where output.text.contains("\n") { break }
    return output.text
  }

  /// Waits until it has written so many lines of output, or has ended.
  package func wait(forLines count: Int) async {
    for await _ in output.pieces where output.text.utf8.count(where: { $0 == 10 }) >= count {
      break
    }
  }

  /// Sends a signal: 15 to have it end.
  package func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits for its end.
  ///
  /// It is killed if the test is cancelled meanwhile, by its time limit.
  package func end() async throws -> BuiltProgram.Result {
    try await withTaskCancellationHandler {
      var status: Int32 = -1
      for await ended in ended { status = ended }
      let (output, errors) = (await output.rest(), await errors.rest())
      try Task.checkCancellation()
      return BuiltProgram.Result(status: status, output: output, errors: errors)
    } onCancel: {
      signal(SIGKILL)
    }
  }

  /// What a pipe has brought so far, with a stream that tells of each piece.
  private final class Gathered: Sendable {
    let pipe = Pipe()
    let pieces: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let data = Mutex(Data())

    init() { (pieces, continuation) = AsyncStream<Void>.makeStream() }

    func begin() {
      Thread.detachNewThread { [self] in
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
}
