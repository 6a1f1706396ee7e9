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
public struct ScriptFault: Error, Sendable {
  /// The line, counted from 1.
  public let line: Int
  private let expectation: ScriptExpectation
  private let finding: ScriptFinding

  /// Makes a fault, as of a store whose summary of a session cannot be read.
  ///
  /// - Parameters:
  ///   - line: the line, counted from 1.
  ///   - expected: what was expected there, in words that are the same in every language.
  ///   - got: what is there, in words that are the same in every language.
  public init(line: Int, expected: String, got: String) {
    self.init(line: line, .words(expected), .words(got))
  }

  init(line: Int, _ expectation: ScriptExpectation, _ finding: ScriptFinding) {
    self.line = line
    self.expectation = expectation
    self.finding = finding
  }

  /// What was expected there, in English, for programs and their logs.
  public var expected: String { expectation.description }

  /// What is there, in English, for programs and their logs: words of the script's own, cut to a readable
  /// length.
  ///
  /// Of answers, replies and what cannot be read it has only the place, since they may be secrets.
  public var got: String { finding.description }

  /// What was expected there, for people: a part of a sentence.
  public var expectedText: Text { expectation.text }

  /// What is there, for people: a part of a sentence, with no more of the script than ``got`` has.
  public var gotText: Text { finding.text }
}

/// Faults are equal if they say the same: one that a list has kept is the one that was found.
extension ScriptFault: Hashable {
  /// Whether line, expectation and what came are the same.
  public static func == (left: ScriptFault, right: ScriptFault) -> Bool {
    left.line == right.line && left.expected == right.expected && left.got == right.got
  }

  /// Hashes what it says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(expected)
    hasher.combine(got)
  }
}

extension ScriptFault: CustomStringConvertible {
  /// One sentence.
  public var description: String { "line \(line): expected \(expected), got \(got)" }
}
