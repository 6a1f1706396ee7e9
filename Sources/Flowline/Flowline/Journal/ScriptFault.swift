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
}

extension ScriptFault: CustomStringConvertible {
  /// One sentence.
  public var description: String { "line \(line): expected \(expected), got \(got)" }
}
