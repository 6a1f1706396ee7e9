/// Why a script cannot be used: the line, what was expected there and what came.
public struct ScriptFault: Error, Sendable, Hashable {
  /// The line, counted from 1.
  public let line: Int
  /// What should stand there.
  public let expected: String
  /// What stands there, cut to a readable length.
  public let got: String
}

extension ScriptFault: CustomStringConvertible {
  /// One sentence.
  public var description: String { "line \(line): expected \(expected), got \(got)" }
}
