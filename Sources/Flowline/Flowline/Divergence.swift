/// A journal that no longer fits its flow: where, what it has, and what the flow wanted.
///
/// The replay stops there and keeps everything before it. The rest is not deleted: its answers are
/// offered again when the flow asks for the same thing.
public struct Divergence: Error, Sendable, Hashable {
  /// The line of the script, counted from 1; nil for a journal that was never text.
  public let line: Int?
  /// What the journal has next, as in `answer target`.
  public let recorded: String
  /// What the flow wanted instead, as in `answer currency`, or `the end`.
  public let wanted: String
  /// The step that the flow had reached.
  public let path: StepPath
  /// How many answers stood before it.
  public let kept: Int
  /// How many entries did not fit.
  public let left: Int
  /// Why the flow does not take the recorded answer any more; nil if it wanted something else.
  public let refused: Refusal.Code?

  init(
    line: Int?, recorded: String, wanted: String, path: StepPath, kept: Int, left: Int,
    refused: Refusal.Code? = nil
  ) {
    self.line = line
    self.recorded = recorded
    self.wanted = wanted
    self.path = path
    self.kept = kept
    self.left = left
    self.refused = refused
  }
}

extension Divergence: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    let place = line.map { "line \($0): " } ?? ""
    guard let refused else {
      return "\(place)the journal has “\(recorded)”, the flow wanted “\(wanted)” at \(path)"
    }
    return "\(place)the journal has “\(recorded)”, which \(path) refuses now: \(refused.rawValue)"
  }
}
