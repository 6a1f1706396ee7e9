import ArgumentParser

/// How the command ends, as a number for its caller.
enum ExitStatus: Int32, CaseIterable {
  case finished = 0
  case failed = 1
  /// The command line cannot be followed.
  case usage = 2
  /// An answer is missing or was refused, and nobody could be asked; or the flow waits for a moment or an
  /// event.
  case unanswered = 3
  /// A replay said something else than its script.
  case mismatch = 4
  /// The person declined or left the flow.
  case cancelled = 5
  case timedOut = 124
  case interrupted = 130

  /// What is thrown to end the command like this.
  var exitCode: ExitCode { ExitCode(rawValue) }
}
