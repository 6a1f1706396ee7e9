import Flowline
import FlowlineHost

/// Pages that are left half filled in, by a way of the frame that leads out of the session: the server keeps what
/// was typed until the same person is back.
extension SiteCall {
  /// Keeps what is typed, and leads to the page that the address names.
  func leaveKeepingTyped() async throws -> SiteReply {
    try await keepTyped()
    let named = query[FieldName.way].flatMap { WebLink(onThisServer: $0) }
    let way = named ?? service.paths.home
    let session = service.paths.session(try key.session)
    guard !way.isAt(session) else { return .seeOther(way) }
    let context = context()
    return .page(OnwardPage(link: way).page(in: context), context)
  }

  /// Locks the browser; behind the PIN is the page with what was typed.
  ///
  /// What cannot be kept is on the page that says so: whatever this throws, the browser is locked. What could not
  /// be read is missed behind the PIN.
  func lockKeepingTyped() async throws -> SiteReply {
    guard let lock = service.lock else { throw SiteFault.notFound }
    do {
      try await keepTyped()
    } catch let fault as HostFault where !SiteFault(fault).canBeRepeated {
      // The session is gone, and nobody can type in it any more.
    }
    return .seeOther(service.paths.lock(from: try behindLock), lock.noPass(cookies))
  }

  /// Where one is behind the PIN.
  private var behindLock: WebLink {
    get throws(SiteFault) {
      guard isPartly else { return here }
      let session = try key.session
      // Of its pages those that ask can say it.
      let page = parameters["token"] == nil ? service.paths.session(session) : here
      return page.adding([("notice", Notice.partly.rawValue)])
    }
  }

  /// Keeps what is typed, if anything is.
  private func keepTyped() async throws {
    guard let shelf = service.typed, !body.isEmpty else { return }
    let state = try await service.host.state(of: key)
    var isTyped = !body.unsentBefore.isEmpty || carried.pages.contains(where: \.hasUntoldSecrets)
    if !isTyped { isTyped = try await carries(in: state) }
    guard isTyped else { return await forgetDeleted() }
    guard try await shelf.keep(body, of: state.key, ended: state.end != nil) else {
      throw SiteFault.tooLargeToKeep
    }
  }

  /// The call with what the server keeps of the session, if the page is asked for by its address alone.
  func resumed() async throws -> SiteCall {
    guard body.isEmpty, let shelf = service.typed, let kept = try await shelf.kept(of: key) else {
      return self
    }
    var call = self
    call.body = kept
    call.body.fields.append(PostedBody.Field(name: FieldName.resumed, value: "yes"))
    call.isResumed = true
    return call
  }

  /// Leads to where a session is, from the page of a question that is not asked any more.
  ///
  /// What was kept of that page is shown to be copied, unless the same is asked again.
  func moved(to state: HostedState, _ notice: Notice) async throws -> SiteReply {
    guard isResumed, let posted = body.posted(for: try token),
      !state.questions.contains(where: { posted.isFrom($0.prompt) })
    else { return leading(to: state, notice, carrying: !carried.isEmpty) }
    var call = self
    call.body = posted
    return try await call.unsent(in: state, notice)
  }

  // MARK: - Forgetting

  // What cannot be forgotten expires.

  /// Forgets what the server keeps of a question that is answered now, and what the page showed to be copied.
  func forgetTyped(for token: StepToken) async {
    guard let shelf = service.typed, let key = try? key else { return }
    let isResumed = body[FieldName.resumed] != nil
    var page = PostedBody([FieldName.token: "\(token)"])
    page.fields += body.fields.filter { $0.name == FieldName.step }
    try? await shelf.forget(page, andShown: isResumed, of: key)
  }

  /// Forgets what came back and was deleted on the page, so that it does not come back once more.
  func forgetDeleted() async {
    guard body[FieldName.resumed] != nil, let shelf = service.typed, let key = try? key else {
      return
    }
    for page in carried.pages { try? await shelf.forget(page, andShown: true, of: key) }
  }

  /// Forgets what the server keeps of the session.
  func forgetAllTyped() async {
    guard let key = try? key else { return }
    try? await service.typed?.forget(key)
  }
}
