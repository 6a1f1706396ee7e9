/// What a person may change while the program runs: how things look, and how long a question waits.
///
/// Shared by the program's prompt and its walks, so that a change at one is there at the other.
/// Confined to the thread that reads lines.
package final class WalkSettings {
  /// How long a question waits for its answer.
  package enum Timeout: Equatable, Sendable {
    /// As long as the program was started with.
    case asStarted
    /// For ever.
    case never
    /// So long.
    case after(Duration)
  }

  /// How lines look.
  package var look: Look

  /// How long questions wait.
  package var timeout = Timeout.asStarted

  /// What else holds for the program's run.
  package let program = ProgramState()

  /// Makes settings.
  package init(look: Look) {
    self.look = look
  }

  /// How long a question waits, where nothing else was set.
  func timeout(from mode: WalkMode) -> Duration? {
    switch timeout {
    case .asStarted: mode.timeout
    case .never: nil
    case .after(let duration): duration
    }
  }
}
