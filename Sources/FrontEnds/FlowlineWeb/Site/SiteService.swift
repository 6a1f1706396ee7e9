import Flowline
import FlowlineHost
import Hummingbird
import Logging

extension SiteService {
  /// Answers a request, whatever happens: the one place where it is decided who may do what.
  func respond(
    to request: Request, _ context: some RequestContext, by route: SiteRoute,
    _ user: () async throws -> UserID?
  ) async -> Response {
    let environment = environment(of: request)
    let setting = setting(in: environment)
    var body: PostedBody?
    do {
      let fault = requestGuard.fault(of: request)
      if fault == .otherHost { throw SiteFault(key: "not-found", status: 421) }
      if route.method == .post { body = try await self.body(of: request) }
      // With what was typed, which the page that refuses it keeps.
      if fault == .otherSite { throw SiteFault.otherSite }
      guard let user = try await user() else { throw SiteFault.logIn }
      let call = SiteCall(
        user: user, environment: environment, body: body ?? PostedBody(),
        parameters: Dictionary(
          ["session", "token", "flow"].compactMap { name in
            context.parameters.get(name).map { (name, $0) }
          }
        ) { $1 },
        query: URLEncodedForm.query(request.uri.query ?? "") ?? PostedBody(), service: self)
      return try await route.perform(call).response(isSecure: isSecure)
    } catch let fault as SiteFault {
      return response(to: request, fault, body, setting)
    } catch let fault as HostFault {
      return response(to: request, SiteFault(fault), body, setting)
    } catch {
      context.logger.error("a page could not be shown", metadata: ["error": "\(error)"])
      return response(to: request, .internalError, body, setting)
    }
  }

  private func response(
    to request: Request, _ fault: SiteFault, _ body: PostedBody?, _ setting: PageSetting
  ) -> Response {
    let page = FaultPage(
      key: fault.key, setting: setting, posted: fault.canBeRepeated ? body : nil,
      action: body == nil ? nil : WebLink(request.uri.path))
    var response = SiteReply.page(page.page, setting, status: fault.status)
      .response(isSecure: isSecure)
    if let seconds = fault.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    return response
  }
}
