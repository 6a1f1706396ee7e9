public import Flowline
public import FlowlineHost
public import FlowlineWeb
import FoundationEssentials
public import Hummingbird

/// The pages on which people deal with agents: what only a person answers, and which agents there are.
///
/// A question is answered on the page that it has on the site, by the user whose session it is: who opens
/// the link shows by his or her own cookie or log-in who that is, and nobody else's session exists.
public struct AgentPages: Sendable {
  private let host: SessionHost
  private let person: LocalPerson?
  private let visitors: Visitors?
  private let tokens: AgentTokens?
  private let address: @Sendable () -> String

  /// Makes the pages.
  ///
  /// - Parameters:
  ///   - host: keeps the sessions.
  ///   - tokens: the tokens of agents; nil if people do not make them here.
  ///   - person: the person at this computer, whom a browser proves to belong to by a code; nil if users
  ///     are known otherwise.
  ///   - visitors: what knows a browser by its cookie, if there is such a person.
  ///   - address: the address of the endpoint that agents are told.
  public init(
    _ host: SessionHost, tokens: AgentTokens? = nil, person: LocalPerson? = nil,
    visitors: Visitors? = nil, address: @escaping @Sendable () -> String = { "" }
  ) {
    (self.host, self.tokens, self.person, self.visitors) = (host, tokens, person, visitors)
    self.address = address
  }

  /// The path of the page on which a question is answered.
  public static func path(of key: SessionKey, _ token: StepToken?) -> String {
    "/confirm/\(key.session.text)" + (token.map { "/\($0)" } ?? "")
  }

  /// The way to the page of agents, for the foot of the pages of a site that has it: what is typed on a page
  /// is kept, as `PageFacts.way(to:class:_:)` says.
  public static func link(on page: PageFacts) -> HTML {
    let words = MCPWords(FlowEnvironment.current.speaking(page.language))
    return page.way(to: WebLink(path: ["agents"])) { words("agents.title") }
  }

  /// Adds the pages to a site at the root of a router.
  public func addRoutes<Context: RequestContext>(
    of site: FlowlineSite<Context>, to router: some RouterMethods<Context>
  ) {
    for path in ["confirm/{session}", "confirm/{session}/{token}"] {
      site.addPage(at: path, to: router) { call in try await confirm(call) }
      site.addPage(at: path, method: .post, to: router) { call in try await pair(call) }
    }
    guard let tokens else { return }
    let list = AgentListPage(tokens: tokens, address: address)
    site.addPage(at: "agents", to: router) { call in try await list.page(call) }
    site.addPage(at: "agents", method: .post, keepsTyped: true, to: router) { call in
      try await list.made(call)
    }
    site.addPage(at: "agents/{agent}/revoke", method: .post, to: router) { call in
      try await list.revoked(call)
    }
  }

  // MARK: - Confirming

  private func confirm(_ call: SitePageCall) async throws -> SitePageReply {
    guard let session = call.session else { return .notFound }
    do throws(HostFault) {
      _ = try await host.state(of: SessionKey(call.user, session))
    } catch {
      guard error.code == .notFound else { throw error }
      let canPair = person != nil && call.user != person?.user
      return PairingPage(call, canPair: canPair, at: LoopbackAddress(address)).page()
    }
    return .seeOther(call.step(session, call.parameter("token") ?? ""))
  }

  private func pair(_ call: SitePageCall) async throws -> SitePageReply {
    guard let session = call.session, let person, let visitors else { return .notFound }
    let page = PairingPage(call, canPair: true, at: LoopbackAddress(address))
    switch person.check(call.field("code") ?? "") {
    case .accepted:
      return .seeOther(
        call.step(session, call.parameter("token") ?? ""),
        try await visitors.cookie(of: person.secret))
    case .notAccepted: return page.page(error: "confirm.pair.not-accepted")
    case .tooOften: return page.page(error: "confirm.pair.too-often")
    }
  }
}

extension SitePageCall {
  fileprivate var session: UUID? { parameter("session").flatMap { UUID(text: $0) } }
}
