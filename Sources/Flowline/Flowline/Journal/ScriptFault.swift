/// Why a script cannot be used: the line, what was expected there and what came.
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
