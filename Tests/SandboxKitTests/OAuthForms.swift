import FoundationEssentials
import SandboxKit
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import TestSupport
import Testing

/// What programs and people send to a sandbox that lets people allow access.
struct OAuthForms {
  typealias Field = CallRequest.Field

  let folder: TemporaryFolder
  let redirect = "http://127.0.0.1:9/callback"

  init() throws { folder = try TemporaryFolder() }

  func with(
    configure: (inout OAuthSettings) -> Void = { _ in },
    _ body: (GrantingSandbox) async throws -> Void
  ) async throws {
    try await GrantingSandbox.with(folder.path, configure: configure, body)
  }

  var query: [Field] {
    [
      .init("client_id", GrantingSandbox.program.id), .init("response_type", "code"),
      .init("redirect_uri", redirect), .init("state", "s p&ce"),
    ]
  }

  func page(_ query: [Field]) -> String {
    CallRequest(.get, path: ["oauth", "authorize"], query: query).target
  }

  /// A new code of Ada's.
  func code(_ sandbox: GrantingSandbox, with more: [Field] = []) async throws -> String {
    let back = try #require(try await sandbox.approve(page(query + more)))
    return try #require(FormItem.items(in: back.split(separator: "?")[1])["code"])
  }

  func exchange(_ code: String) -> [Field] {
    [
      .init("grant_type", "authorization_code"), .init("code", code),
      .init("redirect_uri", redirect),
    ]
  }

  func renewal(_ token: String) -> [Field] {
    [.init("grant_type", "refresh_token"), .init("refresh_token", token)]
  }

  /// A member of an answer.
  func member(_ name: String, _ response: CallResponse) throws -> String {
    struct AnyText: Decodable {
      let text: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text =
          try (try? container.decode(Int.self)).map(String.init)
          ?? container.decode(String.self)
      }
    }
    let object = try JSONDecoder().decode([String: AnyText].self, from: response.body)
    return try #require(object[name]?.text)
  }
}
