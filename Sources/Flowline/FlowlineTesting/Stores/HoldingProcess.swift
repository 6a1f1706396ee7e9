import Foundation

/// Another process that has a session open.
struct HoldingProcess {
  /// The process ended without having opened the session.
  struct Refused: Error {}

  private let process = Process()
  private let input = Pipe()

  init(_ holder: StoreUnderTest.Holder) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: holder.program)
    process.arguments = holder.arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Nothing comes but the end where the program could not open it.
    guard Self.saysSomething(output.fileHandleForReading) else {
      process.waitUntilExit()
      throw Refused()
    }
  }

  /// Waits for a byte, or the end.
  ///
  /// `availableData` would end this process if a signal interrupts it.
  private static func saysSomething(_ output: FileHandle) -> Bool {
    var byte: UInt8 = 0
    while true {
      let count = read(output.fileDescriptor, &byte, 1)
      guard count < 0, errno == EINTR else { return count > 0 }
    }
  }

  /// Ends the process without a chance to clean up, and waits until it is gone.
  func kill() {
    endAtOnce(process.processIdentifier)
    process.waitUntilExit()
  }
}

/// Has no name of its own in the struct, which would hide the system's.
private func endAtOnce(_ process: Int32) { kill(process, SIGKILL) }
