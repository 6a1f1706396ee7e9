import Bank
import Flowline
import ServiceBasics

/// Says why a log-in is needed, and asks for the way.
struct WayPage {
  /// How one logs in.
  enum Way: String, Codable, Sendable {
    case file, type, leave
  }

  let tokenFile: String?
  let hasToken: Bool
  var reason: BankError?

  var screen: some Screen<Way> {
    ChoiceScreen("way", texts("way.question"), options: options, page: [Section(rows: rows)])
      .label(texts("way.label"))
      .help(texts("way.help"))
  }

  private var rows: [Row] {
    guard let reason else { return [Row(texts(hasToken ? "way.in-use" : "way.no-token"))] }
    return [Row(reason.headline)] + reason.particulars + [Row(reason.remedy)]
  }

  private var options: [Option<Way>] {
    var options: [Option<Way>] = []
    if let tokenFile {
      options.append(
        Option("file", .file, label: texts("way.file"), detail: Text(verbatim: tokenFile)))
    }
    options.append(Option("type", .type, label: texts("way.type")))
    return options + [Option("leave", .leave, label: texts("trouble.leave"))]
  }
}

/// Asks for an access token.
enum TokenScreen {
  static func make() -> some Screen<Secret<String>> {
    SecretScreen("token", texts("token.question"), length: 1...8192)
      .label(texts("token.label"))
      .reason(texts("token.reason"))
  }
}

/// Shows whom a token speaks for, until when, and what it allows.
struct IdentityPage {
  let identity: BankIdentity

  var screen: some Screen<Seen> {
    ReviewScreen("identity", texts("identity.title"), page: [Section(rows: rows), permissions])
      .label(texts("identity.label"))
  }

  private var rows: [Row] {
    [
      Row(
        texts("identity.holder"),
        identity.holder.map { Text(verbatim: $0) } ?? texts("identity.not-said")),
      Row(
        texts("identity.expires"),
        identity.expiresAt.map { texts("identity.day", .day($0.date)) }
          ?? texts("identity.not-said")),
    ]
  }

  private var permissions: Section {
    let rows = identity.scopes.map { Row(Text(verbatim: $0)) }
    return Section(
      texts("identity.scopes"), rows: rows.isEmpty ? [Row(texts("identity.not-said"))] : rows)
  }
}
