import Flowline
import FlowlineHost
import FoundationEssentials

extension SiteCall {
  /// How many sessions of a kind a page lists.
  private static let listed = 50
  /// How many unfinished ones the start page shows above what is offered.
  private static let first = 3

  /// What can be started, and what was; or one of the lists that go on behind that page.
  func home(refusal: Refusal? = nil) async throws -> SiteReply {
    let paths = service.paths
    let catalog = try await service.host.offers(to: user)
    var context = context()
    let words = context.words
    var page = HomePage(refusal: refusal.map { words($0.message) })
    // Others are of sessions.
    if notice == .loggedOut { page.notice = notice }
    func sessions(_ items: some Sequence<SessionPage.Item>) -> [HomePage.Session] {
      items.map { HomePage.Session($0.session, catalog, words) }
    }
    // Another language shows the same list.
    if let after = query[SitePaths.afterUnfinished] {
      context.here = paths.home(afterUnfinished: after)
      let list = try await unfinished(after: after)
      page.part = .unfinished
      page.sessions = sessions(list.items)
      page.more = list.next.map { paths.home(afterUnfinished: $0) }
    } else if let after = query[SitePaths.after] {
      context.here = paths.home(after: after)
      let list = try await ended(after: after)
      page.part = .ended
      page.sessions = sessions(list.items)
      page.more = list.next.map { paths.home(after: $0) }
    } else {
      let open = try await unfinished()
      let list = try await ended()
      page.families = catalog.offeredFamilies.map { HomePage.Family($0, words) }
      page.sessions = sessions(open.items.prefix(Self.first) + list.items)
      if open.items.count > Self.first {
        page.unfinished = HomePage.Unfinished(
          count: open.items.count, isAll: open.next == nil, link: paths.home(afterUnfinished: ""))
      }
      page.more = list.next.map { paths.home(after: $0) }
    }
    return .page(page.page(in: context), context)
  }

  /// What can be continued, here or once the server is updated.
  private static let continuable: Set<SessionSummary.Standing.Kind> = [.unfinished, .newer]

  private func unfinished(after: String = "") async throws -> SessionPage {
    try await list(Self.continuable, after: after)
  }

  private func ended(after: String = "") async throws -> SessionPage {
    try await list(
      Set(SessionSummary.Standing.Kind.allCases).subtracting(Self.continuable), after: after)
  }

  /// A page of the user's sessions, from the first if nothing is before it.
  private func list(
    _ standings: Set<SessionSummary.Standing.Kind>, after: String
  ) async throws -> SessionPage {
    try await service.host.list(
      SessionQuery(
        of: user, standings: standings, limit: Self.listed, after: after.isEmpty ? nil : after))
  }
}

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
      state: State(session), answers: session.summary.answersInWords(in: words.environment),
      changed: session.changed)
  }
}

extension StoredSession {
  /// Whether something was sent of which nobody knows whether it was carried out.
  var isInDoubt: Bool { summary.held.contains(where: \.mayHaveBeenDone) }
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
    case .newer: self = .newer
    }
  }
}

extension EndPage.End {
  /// How a session ended.
  ///
  /// - Parameters:
  ///   - end: as the host tells it.
  ///   - writes: what it wrote outside.
  init(_ end: HostedEnd, after writes: SessionWrites) {
    switch end.standing {
    case .finished: self = .finished(end.text?.text)
    case _ where end.isInDoubt: self = .unknown(end.text?.text)
    case .cancelled(let reason): self = .cancelled(reason)
    case .failed where writes.wereDoneAndGivenUp: self = .doneAndGivenUp(end.text?.text)
    case .unfinished, .failed, .damaged, .newer: self = .failed(end.text?.text)
    }
  }
}
