package import Flowline
import FoundationEssentials
import FoundationInternationalization

/// What holds for a program's run, at its prompt and in its flows, and changes while it runs.
///
/// Confined to the thread that reads lines.
package final class ProgramState {
  /// The language that was asked for last; nil if nobody asked for one.
  ///
  /// A session that is resumed continues in it, and in its own if it is nil.
  package var language: String?
  /// How wide lines may be; nil if the terminal decides.
  package internal(set) var width: Int?
  /// The last flow that broke.
  var failure: FailureReport?
  /// Keeps the screen from others; nil if no PIN could be typed.
  package var lock: ProgramLock?
  /// The settings that were changed here.
  var changed: Set<Setting> = []
  /// What is known of the terminal, with an option for colours.
  var facts: (TerminalFacts.ColorOption) -> TerminalFacts = { .current(color: $0) }
  /// A variable of the environment.
  var variable: (String) -> String? = FilePath.variable

  /// Makes the state of a program that has just begun.
  package init() {}

  /// The same world in the language that was asked for, with the region `--lang` would give it;
  /// zone and time stay.
  ///
  /// A flow that runs already keeps its region, which its weeks may go by.
  package func spoken(_ environment: FlowEnvironment) -> FlowEnvironment {
    guard let language, language != environment.language else { return environment }
    let chosen = LocaleChoice(language: language, variable: variable).identifier
    return FlowEnvironment(
      locale: Locale(identifier: chosen), timeZone: environment.timeZone, now: environment.now)
  }
}
