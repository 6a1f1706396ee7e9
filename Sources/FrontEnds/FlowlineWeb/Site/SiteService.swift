import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import Logging

extension SiteService {
  /// Answers a request, whatever happens: the one place where it is decided who may do what.
  func respond(
    to request: Request, in requestContext: some RequestContext, by route: SiteRoute,
    _ user: () async throws -> UserID?
  ) async -> Response {
    let environment = environment(of: request)
    let address = WebLink(request.uri.path) ?? paths.home
    // Nobody can come back to an address that only takes what is sent.
    let here = route.isOnlySent ? paths.home : address
    var context = self.context(in: environment, at: here)
    let query = URLEncodedForm.query(request.uri.query ?? "") ?? PostedBody()
    let action = route.isOfSession ? PageAction(ofAddress: query) : nil
    let isLocking = route.method == .post && action == .lock && lock != nil
    var body: PostedBody?
    var isPartly = false
    var held = 0
    defer { host.forgetBody(of: held) }
    let fault: SiteFault
    var session: UUID?
    // What a reply has the browser keep, whatever it is.
    var renewed: Cookie?
    do {
      let refused = requestGuard.fault(of: request)
      if route.method == .post {
        do throws(SiteFault) {
          try await read(request, within: route.limits, into: &body, holding: &held)
        } catch {
          // A form for another host is not ours; and whatever is in it, who locks the browser finds it locked.
          guard refused == .otherHost || isLocking && refused == nil else { throw error }
          isPartly = true
        }
      }
      // With what was typed, which the page that refuses it keeps.
      if action != nil { body = body?.carried(besides: query[FieldName.taken]) }
      if refused == .otherHost { throw SiteFault.otherHost }
      if refused == .otherSite { throw SiteFault.otherSite }
      let parameters: [String: String] = Dictionary(
        ["session", "token", "file", "flow", "agent"].compactMap { name in
          requestContext.parameters.decoded(name).map { (name, $0) }
        }
      ) { $1 }
      let sent = SiteRequest(
        request: request, route: route, body: body, parameters: parameters, action: action)
      let sender = try await self.sender(of: sent, user)
      renewed = sender.renewed.flatMap { visitors?.cookie($0) }
      let cookies = request.headers[values: .cookie]
      let standing = try await lock?.standing(of: sender.user, cookies: cookies)
      if standing == .locked, !route.worksLocked {
        guard route.method != .post else { throw SiteFault.locked }
        let from = WebLink(request.uri.string)
        return SiteReply.seeOther(paths.lock(from: from), renewed)
          .response(to: request, isSecure: isSecure)
      }
      let call = SiteCall(
        user: sender.user, environment: environment, here: here, body: body ?? PostedBody(),
        isPartly: isPartly, parameters: parameters, query: query,
        queryText: request.uri.query ?? "", cookies: cookies, standing: standing, service: self)
      var response = try await HostedSender.sending(as: .person) { () async throws -> SiteReply in
        try await route.perform(call)
      }.answering(route).response(to: request, isSecure: isSecure)
      if route.isOfPerson, !isLocking, case .open? = standing,
        let pass = try await lock?.pass(for: sender.user)?.header
      {
        response.headers[values: .setCookie].append(pass)
      }
      response.keep(renewed)
      return response
    } catch let failure as StoreFailure {
      fault = SiteFault(host.notAdmitted(failure))
    } catch let refused as SiteFault {
      fault = refused
    } catch let failure as HostFault {
      session = requestContext.parameters.decoded("session").flatMap { UUID(uuidString: $0) }
      fault = SiteFault(failure)
    } catch {
      requestContext.logger.error("a page could not be shown", metadata: ["error": "\(error)"])
      fault = .failed
    }
    if let reply = await anew(after: fault, route) {
      return reply.response(to: request, isSecure: isSecure)
    }
    // What could not be kept is on the page, and the browser is locked nevertheless; another site locks none.
    let isLocked = isLocking && fault != .otherHost && fault != .otherSite
    // Its script tells that to those in other tabs.
    if isLocked { context.lock = .locked }
    var response = response(
      to: request, fault, body, by: route, at: address, context, of: session)
    if isLocked, let none = lock?.noPass.header {
      response.headers[values: .setCookie].append(none)
    }
    response.keep(renewed)
    if let seconds = fault.secondsToReload, route.isPage {
      response.add([("refresh", "\(seconds)")])
    }
    return response
  }

  /// Answers a request that no route takes.
  ///
  /// - Parameter isKnown: whether the address takes other methods.
  func unrouted(_ request: Request, isKnown: Bool) -> Response {
    let context = context(
      in: environment(of: request), at: WebLink(request.uri.path) ?? paths.home)
    let isOther = requestGuard.fault(of: request) == .otherHost
    let fault: SiteFault = isOther ? .otherHost : isKnown ? .wrongMethod : .notFound
    return response(to: request, fault, nil, by: nil, at: context.here, context)
  }

  private func response(
    to request: Request, _ fault: SiteFault, _ body: PostedBody?, by route: SiteRoute?,
    at address: WebLink,
    _ context: PageContext, of session: UUID? = nil
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
      cookie = self.cookie(language: language)
    }
    var page = FaultPage(
      fault: fault, here: address, retry: retry,
      unsent: isAnswer ? UnsentAnswers(body ?? PostedBody()) : UnsentAnswers(),
      isOfQuestion: isAnswer, damaged: fault.isOfRecord ? session : nil
    ).page(in: context)
    page.isPosted = route?.answersWithPage ?? false
    var response = SiteReply.page(page, context, cookie)
      .response(to: request, isSecure: isSecure)
    if let seconds = fault.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    return response
  }
}
