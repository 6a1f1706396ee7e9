import Flowline
import FlowlineWeb

/// The page on which a user makes and revokes the tokens of agents.
struct AgentListPage: Sendable {
  let tokens: AgentTokens
  let address: @Sendable () -> String

  /// What there is.
  func page(_ call: SitePageCall) async throws -> SitePageReply {
    try await page(call, token: nil)
  }

  /// Makes a token, and shows it this once; if there are as many as there may be, the page as it was
  /// filled in.
  func made(_ call: SitePageCall) async throws -> SitePageReply {
    let name = call.field("name") ?? ""
    let token = try await tokens.make(for: call.user, named: name.isEmpty ? "agent" : name)
    return try await page(call, token: token, refused: token == nil ? name : nil)
  }

  /// Revokes the token that the address names.
  func revoked(_ call: SitePageCall) async throws -> SitePageReply {
    if let agent = call.parameter("agent") { try await tokens.revoke(agent, of: call.user) }
    return .seeOther(WebLink(path: ["agents"]))
  }

  /// - Parameters:
  ///   - call: the request.
  ///   - token: the token that was made; nil if none was.
  ///   - refused: the name that none was made for; nil if nothing was asked for.
  private func page(
    _ call: SitePageCall, token: String?, refused: String? = nil
  ) async throws -> SitePageReply {
    let words = MCPWords(call.environment)
    let grants = try await tokens.grants(of: call.user)
    return .page(
      title: words("agents.title"), status: refused == nil ? 200 : 422,
      HTML {
        Tag.h1(.class("heading")) { words("agents.title") }
        Tag.p(.class("lead")) { words("agents.lead") }
        if let token { made(token, words) } else { form(words, refused: refused) }
        list(grants, words)
        Tag.p { Tag.a(.href(call.home)) { words("agents.return") } }
      })
  }

  private func made(_ token: String, _ words: MCPWords) -> HTML {
    HTML {
      Tag.div(.class("notice success"), .role("status")) {
        Tag.p { words("agents.created") }
      }
      Tag.dl(.class("rows")) {
        for (key, value) in [("agents.address", address()), ("agents.token", token)] {
          Tag.div {
            Tag.dt { words(key) }
            Tag.dd { Tag.code { value } }
          }
        }
      }
    }
  }

  private func form(_ words: MCPWords, refused: String?) -> HTML {
    HTML {
      Tag.h2 { words("agents.new") }
      Tag.form(.post, .action(WebLink(path: ["agents"]))) {
        Tag.div(.class(refused == nil ? "field" : "field refused")) {
          Tag.label(.class("question"), .for("name")) { words("agents.name") }
          if refused != nil {
            Tag.p(.class("error"), .id("name-error"), .role("alert")) {
              words("agents.full", .integer(AgentTokens.most))
            }
          }
          Tag.input(
            .class("input width-20"), .type("text"), .id("name"), .name("name"),
            .value(refused ?? ""), .autocomplete("off"),
            refused.flatMap { _ in .describedBy(["name-error"]) })
        }
        Tag.div(.class("buttons")) {
          Tag.button(.class("button"), .type("submit")) { words("agents.create") }
        }
      }
    }
  }

  private func list(_ grants: [AgentTokens.Grant], _ words: MCPWords) -> HTML {
    HTML {
      Tag.h2 { words("agents.connected") }
      if grants.isEmpty { Tag.p { words("agents.none") } }
      for grant in grants {
        Tag.form(
          .class("inline"), .post, .action(WebLink(path: ["agents", grant.id, "revoke"]))
        ) {
          Tag.p {
            Tag.bdi { grant.name }
            " "
            Tag.button(.class("link"), .type("submit")) {
              words("agents.revoke")
              Tag.span(.class("unseen")) { " " + grant.name }
            }
          }
        }
      }
    }
  }
}
