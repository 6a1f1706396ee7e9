import Flowline
import FlowlineHost
import FoundationEssentials

/// Pages of sessions as they stand.
extension SiteCall {
  /// How long a request waits for the next question before the page says that something is under way.
  static let patience = Duration.seconds(1)

  /// Which page of a session an address is for.
  enum Place {
    case any
    case working
    case end
  }

  /// Where a session is to be seen.
  ///
  /// - Parameters:
  ///   - state: how it stands.
  ///   - notice: what a page that asks says besides.
  ///   - query: more for the address.
  func place(
    of state: HostedState, _ notice: Notice? = nil, _ query: [(String, String)] = []
  ) -> WebLink {
    let (paths, id) = (service.paths, state.key.session)
    if state.end != nil { return paths.end(id) }
    guard let question = state.question else { return paths.working(id).adding(query) }
    let page = state.asksTogether ? paths.session(id) : paths.step(id, question.token)
    return page.adding((notice.map { [("notice", $0.rawValue)] } ?? []) + query)
  }

  /// Leads to where a session is to be seen.
  ///
  /// - Parameters:
  ///   - state: how it stands.
  ///   - notice: what a page that asks says besides.
  ///   - isCarrying: whether what was typed comes along: the browser sends it once more, to a page that it has
  ///     the address of and may load again.
  ///   - taken: the question whose answer was taken, of which nothing comes along.
  ///   - cookie: what the browser is to keep.
  func leading(
    to state: HostedState, _ notice: Notice? = nil, carrying isCarrying: Bool,
    besides taken: StepToken? = nil, _ cookie: Cookie? = nil
  ) -> SiteReply {
    // What the server keeps is found again at every page.
    guard isCarrying, !isResumed, state.end == nil else {
      return .seeOther(place(of: state, notice ?? self.notice), cookie)
    }
    var sent = [(FieldName.action, PageAction.show.rawValue)]
    // It is sent as the first page had it, however often it is led on.
    if let taken = taken?.description ?? query[FieldName.taken] {
      sent.append((FieldName.taken, taken))
    }
    return .sentOn(place(of: state, notice ?? self.notice, sent), cookie)
  }

  /// Leads on after something was done, or could not be; see ``leading(to:_:carrying:besides:_:)``.
  ///
  /// Nothing is said of what became of it if that is no news: of where one goes from a menu.
  func led(
    by reply: HostedReply, carrying isCarrying: Bool = false, besides taken: StepToken? = nil,
    isNews: Bool = true
  ) -> SiteReply {
    if reply.state.isPaused { return paused(reply.state) }
    return leading(
      to: reply.state, isNews ? reply.reception.notice : nil, carrying: isCarrying, besides: taken)
  }

  private func paused(_ state: HostedState) -> SiteReply {
    var context = context(for: state)
    // To look at the question would resume the session.
    context.here = service.paths.home
    let page = PausedPage(session: state.key.session, flow: state.title.text)
    return .page(page.page(in: context), context)
  }

  // MARK: - Starting

  /// Starts the flow that the address names, with the answers of a link if there is one; the same form sent
  /// twice starts one session.
  func start() async throws -> SiteReply {
    let session = body[FieldName.session].flatMap { UUID(text: $0) } ?? .newSession()
    let flow = FlowID(parameters["flow"] ?? "")
    let answers = try followed(to: flow)?.answers ?? []
    do {
      let state = try await service.host.start(
        flow, as: SessionKey(user, session), in: environment, given: answers,
        patience: Self.patience)
      return .seeOther(place(of: state))
    } catch {
      guard error.code == .notOffered else { throw error }
      return try await home(refusal: error.refusal)
    }
  }

  /// Continues in another language: the browser, and the session whose page it was chosen on.
  func speak() async throws -> SiteReply {
    let session = body[FieldName.session].flatMap { UUID(text: $0) }
    let language = try self.language(
      among: session == nil ? service.layout.languages : SitePaths.languages)
    // While it is locked nothing of a session is to be seen or changed.
    if standing != .locked, let session {
      _ = try await service.host.speak(language, in: SessionKey(user, session))
    }
    return .seeOther(from ?? service.paths.home, names.cookie(language: language))
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
      let page = try await resumed().stepPage(of: state)
      return .page(page.page(in: context), context)
    }
    guard state.questions.isEmpty, place == .working else {
      return leading(to: state, carrying: !carried.isEmpty)
    }
    let work = state.underWay.map { WorkPage.Work($0) }
    let page = WorkPage(
      session: state.key.session, flow: state.title.text, work: work,
      shown: ShownState(state), isSettled: state.isSettled,
      canStop: state.underWay.contains { !$0.isWait && !$0.isCommit },
      carried: carried.fields)
    return .page(page.page(in: context), context)
  }

  /// The answers so far.
  func answers() async throws -> SiteReply {
    let state = try await service.host.state(of: key)
    let context = context(for: state)
    guard state.end == nil else { return .seeOther(place(of: state)) }
    let page = AnswersPage(
      session: state.key.session, flow: state.title.text,
      rows: try await rows(of: state, context.words), carried: carried.fields)
    return .page(page.page(in: context), context)
  }

  /// The page that asks whether to leave.
  func leave() async throws -> SiteReply {
    let state = try await service.host.state(of: key)
    guard state.end == nil else { return .seeOther(place(of: state)) }
    let context = context(for: state)
    let inputs = try await service.host.legalInputs(of: key)
    var page = LeavePage(
      state, ending: try? inputs?.legal.cancel.get(),
      hasWritten: try await !writes(of: state).isEmpty)
    page.carried = carried.fields
    return .page(page.page(in: context), context)
  }

  /// The page that asks whether to delete a session, also if it cannot be opened.
  func askToForget() async throws -> SiteReply {
    do {
      let state = try await service.host.state(of: key)
      let context = context(for: state)
      let page = ForgetPage(
        session: state.key.session, flow: state.title.text,
        isOpen: state.end?.isInDoubt ?? state.question?.prompt.hold?.mayHaveBeenDone ?? false,
        isCommitting: state.underWay.contains(where: \.isCommit))
      return .page(page.page(in: context), context)
    } catch let fault as HostFault
      where [.unusable, .otherWorld, .newerVersion].contains(fault.code)
    {
      let context = context()
      // What lists tell of it may be damaged as well.
      let stored = try? await service.host.find(key)
      let catalog = try await service.host.offers(to: user)
      let listed = stored.map { HomePage.Session($0, catalog, context.words) }
      let page = ForgetPage(
        session: try key.session, flow: listed?.title ?? context.words("home.unknown"),
        isOpen: stored?.isInDoubt ?? false)
      return .page(page.page(in: context), context)
    }
  }

  /// Deletes a session; if something is being carried out in it, the page says why it is still there.
  func forget() async throws -> SiteReply {
    do {
      try await service.host.forget(key)
      return .seeOther(service.paths.home)
    } catch let fault as HostFault where fault.code == .committing {
      return .seeOther(service.paths.forget(try key.session))
    }
  }

  /// Shows a page to a browser that sends what was typed on others.
  ///
  /// If nothing was, it is led to the page by its address; if the session has ended, what was typed is shown to be
  /// copied.
  func showing(
    _ show: @Sendable (SiteCall) async throws -> SiteReply
  ) async throws -> SiteReply {
    try await spoken { call in
      let state = try await call.service.host.state(of: call.key, patience: .zero)
      guard state.end == nil else { return try await call.unsent(in: state) }
      guard PageAction(ofAddress: call.query) == .show, call.body.unsentBefore.isEmpty,
        try await !call.carries(in: state)
      else { return try await show(call) }
      await call.forgetDeleted()
      return .seeOther(
        call.here.adding(call.notice.map { [("notice", $0.rawValue)] } ?? []))
    }
  }

  /// Shows a page in the language that was chosen on it, if one was.
  private func spoken(
    _ show: @Sendable (SiteCall) async throws -> SiteReply
  ) async throws -> SiteReply {
    guard body[FieldName.language] != nil else { return try await show(self) }
    let language = try language
    let asked = try await service.host.state(of: key, patience: .zero).questions
    let spoken = try await service.host.speak(language, in: key).state.questions
    var call = self
    // What is asked has another text then, and so another name, at the same place.
    if asked.count == spoken.count {
      for (before, after) in zip(asked, spoken) { call.body.rename(before.token, to: after.token) }
    }
    return try await show(call).adding(names.cookie(language: language))
  }

  private func ended(
    _ end: HostedEnd, _ state: HostedState, _ context: PageContext
  ) async throws -> EndPage {
    let catalog = try await service.host.offers(to: user)
    let writes = try await writes(of: state)
    return EndPage(
      session: state.key.session, flow: state.title.text,
      offer: catalog.offered.first { $0.id == state.flow }
        .map { HomePage.Offer($0, context.words) },
      end: EndPage.End(end, after: writes), hasWritten: !writes.isEmpty,
      ended: try await service.host.find(state.key)?.changed,
      rows: AnswerList.Row.record(
        of: try await service.host.answers(of: state.key), writes, words: context.words))
  }

  /// What a session wrote outside.
  private func writes(of state: HostedState) async throws -> SessionWrites {
    try SessionWrites(journal: try await service.host.journal(of: state.key))
  }

  /// What was answered in a session.
  func rows(of state: HostedState, _ words: WebWords) async throws -> [AnswerList.Row] {
    let changeable = Set(try await service.host.legalInputs(of: state.key)?.legal.changeable ?? [])
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
