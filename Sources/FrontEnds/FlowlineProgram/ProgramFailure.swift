public import ArgumentParser
public import Flowline
import FlowlineTerminal

/// Why a program cannot make its flows; it is printed, and the exit code is 1.
public struct ProgramFailure: Error, Sendable {
  /// What happened and what to do, in a sentence or two.
  public let message: Text

  /// Makes a failure.
  public init(_ message: Text) { self.message = message }
}

extension ValidationError {
  /// A fault of the command line, in the language that the line asks for.
  public init(_ message: Text) { self.init(Usage.words()(message)) }
}
