import Flowline
import FlowlineHost
import FoundationEssentials

/// Pages of sessions as they stand.
extension SiteCall {
  /// How long a request waits for the next question before the page says that something is under way.
  static let patience = Duration.seconds(1)
  /// How many sessions of a kind a page lists.
  private static let listed = 50

  /// Which page of a session an address is for.
  enum Place {
    case any
    case working
    case end
  }

  /// Where a session is to be seen.
  func place(of state: HostedState, _ notice: Notice? = nil) -> WebLink {
    let (paths, id) = (service.paths, state.key.session)
    if state.end != nil { return paths.end(id) }
    guard let question = state.question else { return paths.working(id) }
    let page = state.asksTogether ? paths.session(id) : paths.step(id, question.token)
    guard let notice else { return page }
    return WebLink(page.text + "?notice=\(notice.rawValue)") ?? page
  }

  /// Leads on after something was done, or could not be.
  func led(by reply: HostedReply) -> SiteReply {
    if reply.state.isPaused { return paused(reply.state) }
    return .seeOther(place(of: reply.state, reply.reception.notice))
  }

  private func paused(_ state: HostedState) -> SiteReply {
    let context = context(for: state)
    let page = PausedPage(session: state.key.session, flow: state.title.text)
    return .page(page.page(in: context), context)
  }

  // MARK: - The list

  /// What can be started, and what was.
  func home(refusal: Refusal? = nil) async throws -> SiteReply {
    let catalog = try await service.host.offers(to: user)
    let list = try await listing()
    let context = context()
    let page = HomePage(
      families: catalog.offeredFamilies.map { HomePage.Family($0, context.words) },
      sessions: list.sessions.map { HomePage.Session($0.session, catalog, context.words) },
      refusal: refusal.map { context.words($0.message) },
      more: list.more)
    return .page(page.page(in: context), context)
  }

  /// A page of the user’s sessions, and where the next one is: all that are unfinished come before those
  /// that have ended, however many those are.
  private func listing() async throws -> (sessions: [SessionPage.Item], more: WebLink?) {
    let after = query[SitePaths.after]
    var items: [SessionPage.Item] = []
    if after == nil {
      let unfinished = try await service.host.list(
        SessionQuery(
          of: user, standings: [.unfinished], limit: Self.listed,
          after: query[SitePaths.afterUnfinished]))
      items = unfinished.items
      if let next = unfinished.next { return (items, service.paths.home(afterUnfinished: next)) }
    }
    let ended = try await service.host.list(
      SessionQuery(
        of: user, standings: Set(SessionSummary.Standing.Kind.allCases).subtracting([.unfinished]),
        limit: Self.listed, after: after))
    return (items + ended.items, ended.next.map { service.paths.home(after: $0) })
  }

  /// Starts the flow that the address names; the same form sent twice starts one session.
  func start() async throws -> SiteReply {
    let session = body[FieldName.session].flatMap { UUID(uuidString: $0) } ?? .newSession()
    do {
      let state = try await service.host.start(
        FlowID(parameters["flow"] ?? ""), as: SessionKey(user, session), in: environment,
        patience: Self.patience)
      return .seeOther(place(of: state))
    } catch {
      guard error.code == .notOffered else { throw error }
      return try await home(refusal: error.refusal)
    }
  }

  /// Goes on in another language: the browser, and the session whose page it was chosen on.
  func speak() async throws -> SiteReply {
    let language = body[FieldName.language] ?? ""
    guard SitePaths.languages.contains(language) else { throw SiteFault.notFound }
    // While it is locked nothing of a session is to be seen or changed.
    let session = body[FieldName.session].flatMap { UUID(uuidString: $0) }
    if standing != .locked, let session {
      _ = try await service.host.speak(language, in: SessionKey(user, session))
    }
    return .seeOther(from ?? service.paths.home, service.cookie(language: language))
  }

  // MARK: - A session

  /// A session as it stands, at the address it has then.
  func session(at place: Place = .any) async throws -> SiteReply {
    let state = try await service.host.state(of: key, patience: .zero)
    let context = context(for: state)
    if let end = state.end {
      guard place == .end else { return .seeOther(self.place(of: state)) }
      return .page(try await ended(end, state, context).page(in: context), context)
    }
    if state.asksTogether, place == .any {
      return .page(try await stepPage(of: state).page(in: context), context)
    }
    guard state.questions.isEmpty, place == .working else {
      return .seeOther(self.place(of: state))
    }
    let work = state.underWay.map { WorkPage.Work($0) }
    let page = WorkPage(
      session: state.key.session, flow: state.title.text, work: work,
      shown: ShownState(state), isSettled: state.isSettled,
      canStop: state.underWay.contains { !$0.isWait && !$0.isCommit })
    return .page(page.page(in: context), context)
  }

  private func ended(
    _ end: HostedEnd, _ state: HostedState, _ context: PageContext
  ) async throws -> EndPage {
    let catalog = try await service.host.offers(to: user)
    return EndPage(
      session: state.key.session, flow: state.title.text,
      offer: catalog.offered.first { $0.id == state.flow }
        .map { HomePage.Offer($0, context.words) },
      end: EndPage.End(end),
      rows: try await rows(of: state, context.words))
  }

  /// What was answered in a session.
  func rows(of state: HostedState, _ words: WebWords) async throws -> [AnswerList.Row] {
    let changeable = Set(state.inputs?.changeable ?? [])
    return try await service.host.answers(of: state.key).compactMap {
      AnswerList.Row($0, canChange: changeable.contains($0.answer), words: words)
    }
  }
}

extension HostedState {
  /// Whether several questions wait, or one beside a wait.
  var asksTogether: Bool {
    questions.count > 1 || !questions.isEmpty && underWay.contains(where: \.isWait)
  }
}
