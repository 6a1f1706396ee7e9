import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import Logging

extension SiteService {
  /// Answers a request, whatever happens.
  func respond(
    to request: Request, in requestContext: some RequestContext, by route: SiteRoute,
    _ user: () async throws -> UserID?
  ) async -> Response {
    var visit = await SiteVisit(request, by: route, at: self)
    defer { host.forgetBody(of: visit.held) }
    var response = await response(to: &visit, in: requestContext, user)
    if let renewal = visit.renewal { response.end(renewal) }
    return response
  }

  private func response(
    to visit: inout SiteVisit, in requestContext: some RequestContext,
    _ user: () async throws -> UserID?
  ) async -> Response {
    do {
      return try await answer(&visit, in: requestContext, user)
    } catch let failure as StoreFailure {
      return await refusal(of: visit, SiteFault(host.notAdmitted(failure)))
    } catch let fault as SiteFault {
      return await refusal(of: visit, fault)
    } catch let failure as HostFault {
      let session = requestContext.parameters.decoded("session").flatMap { UUID(text: $0) }
      return await refusal(of: visit, SiteFault(failure), in: session)
    } catch {
      requestContext.logger.error("a page could not be shown", metadata: ["error": "\(error)"])
      return await refusal(of: visit, .failed)
    }
  }

  /// Answers a request: the one place where it is decided who may do what.
  private func answer(
    _ visit: inout SiteVisit, in requestContext: some RequestContext,
    _ user: () async throws -> UserID?
  ) async throws -> Response {
    try await receive(&visit)
    let names = try visit.names.get()
    await visit.settle()
    let (request, route) = (visit.request, visit.route)
    let parameters: [String: String] = Dictionary(
      route.parameterNames.compactMap { name in
        requestContext.parameters.decoded(name).map { (name, $0) }
      }
    ) { $1 }
    let sender: UserID?
    if route.isOpen {
      sender = try await user()
    } else {
      let sent = SiteRequest(
        request: request, route: route, body: visit.body, parameters: parameters,
        action: visit.action)
      let found = try await self.sender(
        of: sent, seeing: &visit.seen, holding: &visit.renewal, user)
      visit.renewed = found.renewed.flatMap { visitors?.cookie($0) }
      sender = found.user
    }
    var standing: WebLock.Standing?
    if let sender {
      standing = try await visit.seen.lock.standing(of: sender, cookies: visit.cookies, at: lock)
    }
    if standing == .locked, !route.worksLocked {
      guard route.method != .post else { throw SiteFault.locked }
      let from = WebLink(request.uri.string)
      return SiteReply.seeOther(paths.lock(from: from), visit.renewed)
        .response(to: request, isSecure: isSecure)
    }
    let call = OpenCall(
      user: sender, environment: visit.environment, here: visit.here,
      body: visit.body ?? PostedBody(), isPartly: visit.isPartly, seen: visit.seen.state,
      parameters: parameters, query: visit.query, queryText: request.uri.query ?? "",
      cookies: visit.cookies, names: names, standing: standing, service: self)
    let reply = try await HostedSender.sending(as: .person) { () async throws -> SiteReply in
      try await route.perform(call)
    }
    var response = reply.answering(route).response(to: request, isSecure: isSecure)
    // The pass is of the PIN as it is now: another tab may have set another one meanwhile.
    if route.isOfPerson, !visit.isLocking, case .open? = standing, let sender {
      response.keep(try await lock?.pass(for: sender))
    }
    response.keep(visit.renewed)
    return response
  }

  /// The page that is shown in place of what was asked for.
  ///
  /// - Parameters:
  ///   - visit: the request, as far as it was read.
  ///   - fault: why it is not answered.
  ///   - session: the session that cannot be used; nil for none.
  private func refusal(
    of visit: SiteVisit, _ fault: SiteFault, in session: UUID? = nil
  ) async -> Response {
    if let response = await anew(after: fault, visit) { return response }
    if let response = await again(after: fault, visit) { return response }
    let fault = told(fault, to: visit)
    var context = context(in: visit.environment, at: visit.here)
    // What could not be kept is on the page, and the browser is locked nevertheless; another site locks none.
    let isLocked = visit.isLocking && fault != .otherHost && fault != .otherSite
    // Its script tells that to those in other tabs.
    if isLocked { context.lock = .locked }
    var response = page(
      of: fault, to: visit.request, visit.body, by: visit.route, at: visit.address, context,
      try? visit.names.get(), of: session, leadingTo: next(after: visit))
    if isLocked { response.keep(lock?.noPass(visit.cookies)) }
    response.keep(visit.renewed)
    if let seconds = fault.secondsToReload, visit.route.isPage {
      response.add([("refresh", "\(seconds)")])
    }
    return response
  }

  /// Answers a request that no route takes.
  ///
  /// - Parameter isKnown: whether the address takes other methods.
  func unrouted(_ request: Request, isKnown: Bool) async -> Response {
    let names = try? await names()
    let context = context(
      in: environment(of: request, names), at: WebLink(request.uri.path) ?? paths.home)
    let isOther = requestGuard.fault(of: request) == .otherHost
    let fault: SiteFault = isOther ? .otherHost : isKnown ? .wrongMethod : .notFound
    return page(of: fault, to: request, nil, by: nil, at: context.here, context, names)
  }

  private func page(
    of fault: SiteFault, to request: Request, _ body: PostedBody?, by route: SiteRoute?,
    at address: WebLink, _ context: PageContext, _ names: CookieNames?, of session: UUID? = nil,
    leadingTo next: WebLink? = nil
  ) -> Response {
    let retry = FaultPage.Retry(fault, body, by: route)
    let isAnswer = route?.keeping == .answer
    var context = context
    let standing = context.lock
    var cookie: Cookie?
    // What was typed comes with the language that was chosen; another site chooses none.
    if isAnswer, fault != .otherSite, fault != .otherHost, let language = body?[FieldName.language],
      SitePaths.languages.contains(language)
    {
      context = self.context(
        in: context.words.environment.speaking(language), at: context.here)
      context.lock = standing
      cookie = names?.cookie(language: language)
    }
    var page = FaultPage(
      fault: fault, here: address, retry: retry,
      unsent: isAnswer ? UnsentAnswers(body ?? PostedBody()) : UnsentAnswers(),
      isOfQuestion: isAnswer, damaged: fault.isOfRecord ? session : nil, next: next
    ).page(in: context)
    page.isPosted = route?.answersWithPage ?? false
    var response = SiteReply.page(page, context, cookie)
      .response(to: request, isSecure: isSecure)
    if let seconds = fault.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    return response
  }
}
