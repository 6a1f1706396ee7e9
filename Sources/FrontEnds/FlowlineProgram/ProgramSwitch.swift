public import Flowline

/// Something of a program's flows that is on or off, as `switches` lists it.
public struct ProgramSwitch: Sendable, Hashable {
  /// Where a value came from; of several the later one counts.
  ///
  /// A program has no file of settings, so that none of them is a file: what is to hold for long is said in the
  /// environment.
  public enum Origin: Sendable, Hashable {
    /// Nothing was said.
    case standard
    /// A variable of the environment, by its name.
    case variable(String)
    /// An option of the command line, such as `--switch`.
    case option(String)
  }

  /// What it is called on a command line.
  public let name: String
  /// Whether it is on.
  public let isOn: Bool
  /// Where that came from.
  public let origin: Origin
  /// What happens while it is on, in a sentence.
  public let meaning: Text

  /// Describes a switch.
  public init(_ name: String, isOn: Bool, from origin: Origin, _ meaning: Text) {
    (self.name, self.isOn, self.origin, self.meaning) = (name, isOn, origin, meaning)
  }
}
