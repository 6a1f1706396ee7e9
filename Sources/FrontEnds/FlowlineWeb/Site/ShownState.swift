import Flowline
import FlowlineHost

/// What a page shows of a session besides how far work has come, so that its script finds out when that is
/// over.
struct ShownState: Sendable, Hashable {
  /// The questions and what is waited for, by their names.
  let text: String

  /// The parameter of an address that has it.
  static let parameter = "seen"

  init(_ state: HostedState) {
    let waits = state.underWay.filter(\.isWait).map(\.id.rawValue)
    text = (state.questions.map(\.token.description) + waits).joined(separator: ",")
  }

  /// What an address says that a page showed.
  init(_ text: String) { self.text = text }

  /// Whether the page is out of date.
  func isOver(in state: HostedState) -> Bool {
    state.end != nil || state.isPaused || ShownState(state) != self
  }
}
