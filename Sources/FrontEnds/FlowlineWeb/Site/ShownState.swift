import Flowline
import FlowlineHost

/// What a page shows of a session besides how far work has come, so that its script finds out when that is
/// over.
///
/// Beside a load it is over with the least that a question shows: the load has brought something newer.
struct ShownState: Sendable, Hashable {
  /// The questions and what is waited for, by their names.
  let text: String

  /// The parameter of an address that has it.
  static let parameter = "seen"

  init(_ state: HostedState) {
    let isBesideLoad = state.asksBesideLoad
    let waits = state.underWay.filter { $0.isWait || isBesideLoad && $0.kind == .load }
    let questions = state.questions.map { isBesideLoad ? $0.tokenOfContents : $0.token }
    text = (questions.map(\.description) + waits.map(\.id.rawValue)).joined(separator: ",")
  }

  /// What an address says that a page showed.
  init(_ text: String) { self.text = text }

  /// Whether the page is out of date.
  func isOver(in state: HostedState) -> Bool {
    state.end != nil || state.isPaused || ShownState(state) != self
  }
}
