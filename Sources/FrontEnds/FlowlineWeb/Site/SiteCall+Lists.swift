import Flowline
import FlowlineHost
import FoundationEssentials

extension HomePage.Offer {
  /// A flow that is offered.
  init(_ entry: FlowCatalogEntry, _ words: WebWords) {
    self.init(
      id: entry.id, title: words(entry.title), summary: words(entry.summary), session: .newSession()
    )
  }
}

extension HomePage.Family {
  /// Flows that are offered together.
  init(_ family: FlowFamily, _ words: WebWords) {
    self.init(
      name: family.name.map { words($0) },
      offers: family.entries.map { HomePage.Offer($0, words) })
  }
}

extension HomePage.Session {
  /// What a list tells of a session.
  init(_ session: StoredSession, _ catalog: FlowCatalog, _ words: WebWords) {
    let title = session.flow.flatMap { catalog[$0] }.map { words($0.title) }
    self.init(
      id: session.id, title: title ?? session.flow?.rawValue ?? words("home.unknown"),
      state: State(session), answers: session.firstAnswers.compactMap(\.telling),
      changed: session.changed)
  }
}

extension StoredSession {
  /// Whether something was sent of which nobody knows whether it was carried out.
  fileprivate var isInDoubt: Bool { summary.held.contains(where: \.mayHaveBeenDone) }
}

extension HomePage.Session.State {
  init(_ session: StoredSession) {
    switch session.standing {
    case .unfinished: self = .unfinished
    case .finished: self = .finished
    case .cancelled where session.isInDoubt, .failed where session.isInDoubt: self = .unknown
    case .cancelled: self = .cancelled
    case .failed: self = .failed
    case .damaged: self = .damaged
    }
  }
}

extension EndPage.End {
  /// How a session ended.
  ///
  /// - Parameter end: as the host tells it.
  init(_ end: HostedEnd) {
    switch end.standing {
    case .finished: self = .finished(end.text?.text)
    case _ where end.isInDoubt: self = .unknown(end.text?.text)
    case .cancelled(let reason): self = .cancelled(reason)
    case .unfinished, .failed, .damaged: self = .failed(end.text?.text)
    }
  }
}

extension JSONValue {
  /// A text or a number as it is; nil for anything with parts.
  fileprivate var telling: String? {
    switch self {
    case .integer, .number: text
    default: string
    }
  }
}
