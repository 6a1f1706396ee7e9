import Flowline
import FlowlineWeb
import FoundationEssentials

/// The page on which a user makes and revokes the tokens of agents.
///
/// A form is answered with a redirect, and a token has to be shown behind it: the browser that made it keeps
/// the form's key for a while, in a cookie that no script reads, and the token follows from that at the
/// server. So it is in no address, cookie or log, the server has nothing but its digest, and a reload and
/// another language show it again without making another.
struct AgentListPage: Sendable {
  let tokens: AgentTokens
  let address: @Sendable () -> String

  /// Why a form was not taken.
  private enum Refusal {
    case noName
    case full
  }

  private enum Field {
    static let name = "name"
    /// Tells forms apart: one that is sent twice makes one token.
    static let form = "form"
  }

  private static let cookie = "agent"
  /// For how many seconds a token is shown; the page's text says so.
  private static let secondsShown = 600

  /// What there is.
  func page(_ call: SitePageCall) async throws -> SitePageReply {
    guard let form = call.kept(as: Self.cookie).flatMap({ UUID(text: $0) }) else {
      return try await page(call, token: nil)
    }
    return try await page(call, token: try await tokens.token(madeBy: form, for: call.user))
  }

  /// Makes a token, and leads to where it is shown; if none is made, the page as it was filled in.
  func made(_ call: SitePageCall) async throws -> SitePageReply {
    let name = call.field(Field.name) ?? ""
    guard !AgentTokens.name(name).isEmpty else {
      return try await page(call, refused: .noName)
    }
    let form = call.field(Field.form).flatMap { UUID(text: $0) } ?? UUID()
    switch try await tokens.make(for: call.user, named: name, by: form) {
    case .made(let token):
      // A log-in or a log-out revokes all tokens that are there: this one may have come behind that.
      guard await call.stillCounts() else {
        try await tokens.revoke(token: token, of: call.user)
        return .seeOther(Self.link)
      }
      let cookie = call.keeping(form.uuidString, as: Self.cookie, seconds: Self.secondsShown)
      return .seeOther(Self.link, cookie)
    case .full: return try await page(call, refused: .full, name: name)
    case .revoked: return .seeOther(Self.link)
    }
  }

  /// Revokes the token that the address names.
  func revoked(_ call: SitePageCall) async throws -> SitePageReply {
    if let agent = call.parameter("agent") { try await tokens.revoke(agent, of: call.user) }
    return .seeOther(Self.link)
  }

  private static let link = WebLink(path: ["agents"])

  /// - Parameters:
  ///   - call: the request.
  ///   - token: the token that is shown; nil for none.
  ///   - refusal: why the form was not taken; nil if none was sent.
  ///   - name: what is in its field.
  private func page(
    _ call: SitePageCall, token: String? = nil, refused refusal: Refusal? = nil, name: String = ""
  ) async throws -> SitePageReply {
    let words = MCPWords(call.environment)
    let grants = try await tokens.grants(of: call.user).sorted { $0.expires > $1.expires }
    let title = words("agents.title")
    let above = Tag.a(.class("back"), .href(call.home)) { words("agents.return") }
    let problem = refusal.map { self.problem($0, words) }
    let main = HTML {
      Tag.h1(.class("heading")) { title }
      Tag.p(.class("lead")) { words("agents.lead") }
      if let token { made(token, words) }
      form(problem, name, words)
      list(grants, words, call)
    }
    if let problem { return .refused(title: title, problem, above: above, main) }
    return .page(title: title, above: above, main)
  }

  private func problem(_ refusal: Refusal, _ words: MCPWords) -> SitePageRefusal {
    switch refusal {
    case .noName: SitePageRefusal(words("agents.no-name"), field: Field.name)
    case .full: SitePageRefusal(words("agents.full", .integer(AgentTokens.most)))
    }
  }

  private func made(_ token: String, _ words: MCPWords) -> HTML {
    Tag.div(.class("section")) {
      Tag.div(.class("notice success"), .role("status")) {
        Tag.p { words("agents.created") }
      }
      Tag.dl(.class("rows")) {
        for (key, value) in [("agents.address", address()), ("agents.token", token)] {
          Tag.div(.class("row")) {
            Tag.dt { words(key) }
            Tag.dd { Tag.code { value } }
          }
        }
      }
    }
  }

  private func form(_ problem: SitePageRefusal?, _ name: String, _ words: MCPWords) -> HTML {
    let error = problem.flatMap { $0.field == Field.name ? $0.text : nil }
    return Tag.section(.class("section")) {
      Tag.h2 { words("agents.new") }
      Tag.form(.class("question-form"), .post, .action(Self.link)) {
        Tag.input(.type("hidden"), .name(Field.form), .value(UUID().uuidString))
        Tag.div(.class(error == nil ? "field" : "field refused")) {
          Tag.label(.class("question"), .for(Field.name)) { words("agents.name") }
          if let error {
            Tag.p(.class("error"), .id("name-error")) { error }
          }
          Tag.input(
            .class("input width-20"), .type("text"), .id(Field.name), .name(Field.name),
            .value(name), .autocomplete("off"), error.map { _ in .invalid },
            error.flatMap { _ in .describedBy(["name-error"]) })
        }
        Tag.div(.class("buttons")) {
          Tag.button(.class("button"), .type("submit")) { words("agents.create") }
        }
      }
    }
  }

  private func list(
    _ grants: [AgentTokens.Grant], _ words: MCPWords, _ call: SitePageCall
  ) -> HTML {
    Tag.section(.class("section")) {
      Tag.h2 { words("agents.connected") }
      if grants.isEmpty {
        Tag.p { words("agents.none") }
      } else {
        Tag.ul(.class("tasks")) { for grant in grants { item(grant, words, call) } }
      }
    }
  }

  private func item(
    _ grant: AgentTokens.Grant, _ words: MCPWords, _ call: SitePageCall
  ) -> HTML {
    let (made, end) = (call.text(of: grant.made), call.text(of: grant.expires))
    return Tag.li(.class("task")) {
      Tag.div(.class("task-name")) {
        Tag.strong { Tag.bdi { grant.name } }
        Tag.span(.class("detail")) { words("agents.time", .string(made), .string(end)) }
      }
      Tag.form(.class("inline"), .post, .action(WebLink(path: ["agents", grant.id, "revoke"]))) {
        Tag.button(.class("link"), .type("submit")) {
          words("agents.revoke")
          // Several may have one name.
          Tag.span(.class("unseen")) { " \(grant.name) \(made)" }
        }
      }
    }
  }
}
