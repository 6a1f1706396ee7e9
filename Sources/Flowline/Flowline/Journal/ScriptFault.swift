/// Why a script cannot be read: it is damaged, or this version of the program is too old for it.
///
/// What is damaged may be thrown away; for the other an update of the program is all that is needed.
public enum UnreadableScript: Error, Sendable, Hashable {
  /// It is damaged.
  case damaged(ScriptFault)
  /// A newer version of the program wrote it, and this one knows formats up to another number: nothing is
  /// wrong with it.
  case newerFormat(recorded: Int, known: Int)
}

extension UnreadableScript: CustomStringConvertible {
  /// One sentence; of a newer format with what to do.
  public var description: String {
    switch self {
    case .damaged(let fault): fault.description
    case .newerFormat(let recorded, let known):
      """
      a newer version of the program wrote it, in format \(recorded), and this one reads formats up to \
      \(known): nothing is wrong with it, read it with a newer program
      """
    }
  }
}

/// How a script is damaged: the line, what was expected there and what came.
public struct ScriptFault: Error, Sendable, Hashable {
  /// The line, counted from 1.
  public let line: Int
  /// What was expected there.
  public let expected: String
  /// What is there: words of the script's own, cut to a readable length.
  ///
  /// Of answers, replies and what cannot be read it has only the place, since they may be secrets.
  public let got: String

  /// Makes a fault, as of a store whose summary of a session cannot be read.
  public init(line: Int, expected: String, got: String) {
    self.line = line
    self.expected = expected
    self.got = got
  }
}

extension ScriptFault: CustomStringConvertible {
  /// One sentence.
  public var description: String { "line \(line): expected \(expected), got \(got)" }
}
