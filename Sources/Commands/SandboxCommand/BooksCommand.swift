import ArgumentParser
import BooksSandbox
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics

/// The sandbox of a bookkeeping service.
struct BooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "books",
    abstract: "Serve FreeAgent’s API v2 on this computer, over the books of a sample company.",
    discussion: """
      When it is ready it prints to standard output where it is, the client’s id and secret, and an \
      access token for each user; everything else goes to standard error. Tokens end after an hour, \
      and refresh tokens bring new ones; a program gets its own on the page /v2/approve_app.

      Beside /v2 it has controls under /control: clock, tokens, secrets, outbox, senders, statements, \
      faults, late, requests, audit. They need no token.

      Exit codes: 0 stopped, 1 cannot serve, 2 usage.
      """)

  enum Company: String, ExpressibleByArgument, CaseIterable {
    case limited
    case notRegistered = "not-registered"
    case soleTrader = "sole-trader"
    case landlord
    case kilometres
    case flatRate = "flat-rate"
    case none

    var variant: SampleCompany.Variant? {
      switch self {
      case .limited: .limited
      case .notRegistered: .notRegistered
      case .soleTrader: .soleTrader
      case .landlord: .landlord
      case .kilometres: .kilometres
      case .flatRate: .flatRate
      case .none: nil
      }
    }
  }

  @OptionGroup var serving: ServingOptions

  @Option(
    help: """
      The company that empty books are filled with; “none” has its owner, its categories, and nothing \
      else.
      """)
  var company = Company.limited

  @Option(
    help: ArgumentHelp(
      """
      An address to which browsers may be led back after a log-in, such as \
      https://app.example/callback, besides those of this computer; may be repeated.
      """, valueName: "url"))
  var redirect: [RedirectAddress] = []

  @Flag(help: "Print one JSON object with all of it when it is ready.")
  var json = false

  func run() async throws {
    var configuration = BooksSandboxConfiguration(folder: serving.data)
    configuration.server = serving.server
    configuration.now = serving.now?.time.date
    configuration.sample = company.variant
    configuration.redirects = redirect.map(\.text)
    let sandbox = try BooksSandbox(configuration)
    try await Serving.run(sandbox, serving) { [json] in
      let access = try await SandboxAccess(sandbox)
      return json ? try access.json : access.text
    }
  }
}

/// What a client needs to use the sandbox.
private struct SandboxAccess: Encodable {
  struct User: Encodable {
    var id: String
    var name: String
    var role: String
    var level: Int
    var accessToken: String
    var refreshToken: String
  }

  var address: String
  var api: String
  var clientId: String
  var clientSecret: String
  var users: [User]

  init(_ sandbox: BooksSandbox) async throws {
    address = try await sandbox.address
    api = "\(address)/v2"
    clientId = sandbox.clientID
    clientSecret = sandbox.clientSecret
    users = try sandbox.books.users().map { user in
      let tokens = try sandbox.giveTokens(to: user)
      return User(
        id: user.id.description, name: user.name, role: user.role.rawValue,
        level: user.level.rawValue, accessToken: tokens.access, refreshToken: tokens.refresh)
    }
  }

  var json: String {
    get throws { String(decoding: try CanonicalJSON.data(self), as: UTF8.self) }
  }

  var text: String {
    let tokens = users.map { user in
      "token          \(user.accessToken)  \(user.name), \(user.role), level \(user.level)"
    }
    return
      ([
        "flowline-sandbox: listening on \(address)", "api            \(api)",
        "client id      \(clientId)", "client secret  \(clientSecret)",
      ] + tokens).joined(separator: "\n")
  }
}
